import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import type { Day } from './days.ts';
import type { Key, Reader, Change, Database } from '../core/database.ts';

/** How many days are deleted side by side. */
const CONCURRENCY = 25;

/** A partition of their own, so that reading an owner with its counts does not read its past. */
const partitionOf = (ownerPk: string): string => `${ownerPk}#DAYS`;

const dayKey = (ownerPk: string, day: string): Key => ({ pk: partitionOf(ownerPk), sk: day });

/** Adds to what happened on a day (UTC), `2026-11-20`, to the stories of a sprint or an objective. */
export const addToDay = (ownerPk: string, day: string, differences: Day): Change => ({
  update: dayKey(ownerPk, day),
  with: { add: differences },
});

/** What happened to the stories of a sprint or an objective, by the day, strongly read; days without are not there. */
export async function getDays(read: Reader, ownerPk: string): Promise<Map<string, Day>> {
  const items = await read.children(partitionOf(ownerPk));
  return new Map(items.map(({ pk: _, sk, ...day }) => [sk, day as Day]));
}

/** Deletes the days of an owner that has been deleted, after which none is added. Safe to repeat. */
export async function deleteDays(database: Database, ownerPk: string): Promise<void> {
  const days = [...(await getDays(createReader(database), ownerPk)).keys()];
  for (let start = 0; start < days.length; start += CONCURRENCY) {
    const some = days.slice(start, start + CONCURRENCY);
    await Promise.all(some.map((day) => commit(database, [{ delete: dayKey(ownerPk, day) }])));
  }
}
