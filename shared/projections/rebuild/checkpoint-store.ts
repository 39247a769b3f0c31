import { createReader } from '../../kernel/db/reader.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { commit } from '../../kernel/db/write.ts';
import type { Database, Key } from '../../kernel/core/database.ts';

/** A checkpoint that no run continued from for this long is deleted by the table's TTL. */
const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

/** The progress of a rebuild, stored in the table so that any operator can continue it. */
export interface Checkpoint {
  startedAt: string;
  /** The key at which the next page of items begins. */
  items?: Key;
  /** The last workspace finished; once set, all items have been gone through. */
  workspace?: string;
  read: number;
  handled: number;
  corrected: number;
  failed: string[];
}

const checkpointKind = itemKind('REBUILD#', 'expiry');
const checkpointKey = checkpointKind.key;

/** Undefined if no rebuild of that name was interrupted within the last 14 days. Strongly consistent. */
export async function getCheckpoint(database: Database, name: string): Promise<Checkpoint | undefined> {
  const item = await createReader(database).get(checkpointKey(name));
  return item && (JSON.parse(item['checkpoint'] as string) as Checkpoint);
}

/** Stores a checkpoint at once, over an earlier one of its name. */
export const putCheckpoint = (
  database: Database,
  name: string,
  checkpoint: Checkpoint,
  now: Date,
): Promise<void> =>
  commit(database, [
    {
      put: {
        ...checkpointKey(name),
        checkpoint: JSON.stringify(checkpoint),
        ttl: Math.floor((now.getTime() + RETENTION_MS) / 1000),
      },
    },
  ]);

/** Deletes a checkpoint at once; one that does not exist is no error. */
export const deleteCheckpoint = (database: Database, name: string): Promise<void> =>
  commit(database, [{ delete: checkpointKey(name) }]);
