import { entityKey } from '../../kernel/db/table.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit } from '../../kernel/db/write.ts';
import type { Day } from './days.ts';
import type { Key, Reader, Change, Database } from '../../kernel/core/database.ts';

/** Number of days deleted concurrently. */
const CONCURRENCY = 25;

/** A separate partition, so that reading an owner with its counts does not read its history. */
const partitionOf = (ownerPk: string): string => `${ownerPk}${DAYS}`;
const DAYS = '#DAYS';

/** The key of the sprint or objective whose day an item is; undefined for another item. */
export const ownerOfDays = ({ pk }: Key): Key | undefined =>
  pk.endsWith(DAYS) ? entityKey(pk.slice(0, -DAYS.length)) : undefined;

const dayKey = (ownerPk: string, day: string): Key => ({ pk: partitionOf(ownerPk), sk: day });

/** Adds to the changes of a day, such as `2026-11-20`: one of a sprint's zone, or a UTC day of an objective. */
export const addToDay = (ownerPk: string, day: string, differences: Day): Change => ({
  update: dayKey(ownerPk, day),
  with: { add: differences },
});

/** The changes by day for a sprint or an objective, strongly consistent; days without changes are absent. */
export async function getDays(read: Reader, ownerPk: string): Promise<Map<string, Day>> {
  const items = await read.children(partitionOf(ownerPk));
  return new Map(items.map(({ pk: _, sk, ...day }) => [sk, day as Day]));
}

/** Deletes the days of a deleted owner, after which none can be added. Idempotent. */
export async function deleteDays(database: Database, ownerPk: string): Promise<void> {
  const days = [...(await getDays(createReader(database), ownerPk)).keys()];
  for (let start = 0; start < days.length; start += CONCURRENCY) {
    const some = days.slice(start, start + CONCURRENCY);
    await Promise.all(some.map((day) => commit(database, [{ delete: dayKey(ownerPk, day) }])));
  }
}
