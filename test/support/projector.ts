import { expect } from 'vitest';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { projections } from '../../shared/surface/workers/projections.ts';
import { project } from '../../shared/projections/project.ts';
import type { Key, Item, Database } from '../../shared/kernel/core/database.ts';

/** A change as tests make it; without `deleted` the item still exists. */
export interface Changed {
  key: Key;
  sequenceNumber: string;
  at?: Date;
  /** The item as it last was. */
  deleted?: Item;
}

/** Hands changes to the projections as the stream does; returns the first that it has to deliver again. */
export async function deliver<C extends Changed>(
  database: Database,
  changes: readonly C[],
  now: Date,
): Promise<C | undefined> {
  const records = changes.map((change) => toItemChange(change, now));
  const { retryFrom, unprocessed } = await project(projections, { database, now }, records);
  expect(unprocessed).toEqual([]);
  return retryFrom && changes[records.indexOf(retryFrom)];
}

const toItemChange = ({ key, sequenceNumber, at, deleted }: Changed, now: Date): ItemChange => ({
  key,
  sequenceNumber,
  at: at ?? now,
  ...(deleted ? { before: deleted } : { after: { ...key } }),
});
