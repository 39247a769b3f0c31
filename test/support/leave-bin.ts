import type { Database, Key } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { until } from './until.ts';

/** Waits until the bin has an item. */
export async function untilBinned(database: Database, inBin: Key): Promise<void> {
  await until(async () => (await createReader(database).get(inBin)) !== undefined);
}

/** Removes an item from the bin as the table does when its time to live is over. */
export async function expireInBin(database: Database, inBin: Key): Promise<void> {
  await commit(database, [{ update: inBin, with: { set: { ttl: Math.floor(Date.now() / 1000) - 60 } } }]);
  await commit(database, [{ delete: inBin }]);
}
