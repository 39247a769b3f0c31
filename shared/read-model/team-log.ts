import type { Database, Key, Reader } from '../core/database.ts';
import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { tryCommit } from '../db/write.ts';
import type { ChangeLog, LoggedChange } from './change-log.ts';

/** Entries are kept longer than snapshots, so that a model never misses one. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** The most entries read side by side: what one read of the database takes. */
const ENTRIES_AT_ONCE = 100;

/** A change without its position in the log. */
export type Change = Pick<LoggedChange, 'kind' | 'id'>;

const partitionOf = (ownerId: string): string => `RM#${ownerId}`;

const entryKey = (ownerId: string, number: number): Key => ({
  pk: partitionOf(ownerId),
  sk: String(number).padStart(12, '0'),
});

/**
 * Appends changes as the next entry of an owner's log. An entry is written only where there is none, and by its number
 * only after the one before: the log has no gaps, so a reader who goes on from a number misses nothing.
 */
export async function appendChanges(
  database: Database,
  ownerId: string,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + RETENTION_SECONDS;
  for (let number = await nextNumber(createReader(database), ownerId); ; number++) {
    const key = entryKey(ownerId, number);
    const entry = { ...key, changes: JSON.stringify(changes), inNumber: key.pk, number, ttl };
    if (await tryCommit(database, [{ put: entry, if: 'absent', onConditionFailed: writeConflict }])) return;
  }
}

/** The number of the first entry that is not there, from one that the index knows: it may lag. */
async function nextNumber(read: Reader, ownerId: string): Promise<number> {
  let number = (await newest(read, ownerId)) + 1;
  while (await read.get(entryKey(ownerId, number))) number++;
  return number;
}

async function newest(read: Reader, ownerId: string): Promise<number> {
  const [entry] = await read.query({ index: 'number', partition: partitionOf(ownerId), limit: 1 });
  return (entry?.['number'] as number | undefined) ?? 0;
}

/** The log of the changes that read models follow. */
export const teamLog: ChangeLog = {
  newest,
  async after(read, ownerId, entry, limit) {
    const next = await read.get(entryKey(ownerId, entry + 1));
    if (!next) return [];
    const found = [next];
    while (found.length < limit) {
      // As many as were found so far: one that is missing costs as much as one that is there.
      const length = Math.min(found.length, ENTRIES_AT_ONCE);
      const numbers = Array.from({ length }, (_, index) => entry + 1 + found.length + index);
      const items = await Promise.all(numbers.map((number) => read.get(entryKey(ownerId, number))));
      const missing = items.indexOf(undefined);
      found.push(...items.slice(0, missing < 0 ? undefined : missing).filter((item) => item !== undefined));
      if (missing >= 0) break;
    }
    return found.flatMap((item) =>
      (JSON.parse(item['changes'] as string) as Change[]).map((change) => ({
        ...change,
        number: item['number'] as number,
      })),
    );
  },
};
