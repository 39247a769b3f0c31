import { attributesOf } from '../db/document.ts';
import type { Key, Reader, Change } from '../core/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Over how many days, today included, a team's throughput is measured. */
export const THROUGHPUT_DAYS = 28;

/** How long a day's counter is kept after the day, in days; the table's expiry cleans up. */
const RETENTION_DAYS = 60;

const PREFIX = '#DONE#';
const completedKey = (teamId: string, day: string): Key => ({ pk: `T#${teamId}`, sk: `${PREFIX}${day}` });

const expiryOf = (day: string): number => Math.floor(Date.parse(day) / 1000) + RETENTION_DAYS * 24 * 60 * 60;

/** Counts sizes, in hundredths, in or out of what a team completed on a day (UTC), `2026-11-20`. */
export const addCompletedSize = (teamId: string, day: string, size: number): Change => ({
  update: completedKey(teamId, day),
  with: { add: { size }, set: { ttl: expiryOf(day) } },
});

/** What a team is counted to have completed on a day, and how often a recount has corrected it. */
export interface CompletedCounter {
  size: number;
  recounts?: number;
}

/** The first of the days (UTC) whose counters are kept. */
export const firstKeptDay = (now: Date): string =>
  new Date(now.getTime() - (RETENTION_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

/** The counters of a team by day, strongly read. */
export async function getCompletedCounters(
  read: Reader,
  teamId: string,
): Promise<Map<string, CompletedCounter>> {
  const items = await read.children(`T#${teamId}`, PREFIX);
  return new Map(items.map((item) => [item.sk.slice(PREFIX.length), attributesOf<CompletedCounter>(item)]));
}

/** Adds what a recount found to be missing; `corrected` is thrown where another recount has done so since. */
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

/** What a team completed per day on average over the last 28 days: estimates, and one for each story without. */
export async function getThroughput(read: Reader, teamId: string, now: Date): Promise<number> {
  const days = await read.children(`T#${teamId}`, PREFIX);
  const first = new Date(now.getTime() - (THROUGHPUT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const recent = days.filter(({ sk }) => sk.slice(PREFIX.length) >= first);
  return recent.reduce((sum, item) => sum + (item['size'] as number), 0) / 100 / THROUGHPUT_DAYS;
}
