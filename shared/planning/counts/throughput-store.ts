import { attributesOf } from '../../kernel/db/document.ts';
import { teamKind } from '../../identity/team/team-store.ts';
import type { Key, Reader, Change } from '../../kernel/core/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The retention of a day's counter in days; the table's TTL deletes it. 400 counters are about 28 KB. */
const RETENTION_DAYS = 400;

const PREFIX = '#DONE#';
const completedKey = (teamId: string, day: string): Key => ({
  pk: teamKind.key(teamId).pk,
  sk: `${PREFIX}${day}`,
});

const expiryOf = (day: string): number => Math.floor(Date.parse(day) / 1000) + RETENTION_DAYS * 24 * 60 * 60;

/** Adds to or subtracts from the size a team completed on a UTC day, such as `2026-11-20`, in hundredths. */
export const addCompletedSize = (teamId: string, day: string, size: number): Change => ({
  update: completedKey(teamId, day),
  with: { add: { size }, set: { ttl: expiryOf(day) } },
});

/** The size a team completed on a day, with the number of corrections by recounts. */
export interface CompletedCounter {
  size: number;
  recounts?: number;
}

/** The first UTC day whose counters are retained. */
export const firstKeptDay = (now: Date): string =>
  new Date(now.getTime() - (RETENTION_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

/** A team's counters by day, strongly consistent. */
export async function getCompletedCounters(
  read: Reader,
  teamId: string,
): Promise<Map<string, CompletedCounter>> {
  const items = await read.children(`T#${teamId}`, PREFIX);
  return new Map(items.map((item) => [item.sk.slice(PREFIX.length), attributesOf<CompletedCounter>(item)]));
}

/**
 * Adds the difference found by a recount. Throws `corrected` if another recount has corrected the counter
 * since.
 */
export const correctCompleted = (
  teamId: string,
  day: string,
  size: number,
  found: CompletedCounter | undefined,
  corrected: () => Error,
): Change => ({
  update: completedKey(teamId, day),
  with: { add: { size }, set: { ttl: expiryOf(day), recounts: (found?.recounts ?? 0) + 1 } },
  if: found ? { equals: { recounts: found.recounts } } : 'absent',
  onConditionFailed: corrected,
});

/**
 * The size that a team completed on each of the last days in hundredths, oldest first. The last day is yesterday,
 * because today is not over.
 */
export async function getDailyCompleted(
  read: Reader,
  teamId: string,
  { now, days }: { now: Date; days: number },
): Promise<number[]> {
  const counters = await getCompletedCounters(read, teamId);
  return Array.from({ length: days }, (_, position) => {
    const day = new Date(now.getTime() - (days - position) * DAY_MS).toISOString().slice(0, 10);
    return counters.get(day)?.size ?? 0;
  });
}
