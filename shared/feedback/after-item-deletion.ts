import type { Database } from '../db/client.ts';
import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import { findCommentKeys } from './comment-store.ts';
import { findVoteKeys } from './vote-store.ts';

/** DynamoDB's own limit on a transaction. */
const AT_ONCE = 100;

/** Deletes the votes for and the comments on an item that is gone. Safe to repeat. */
export async function afterItemDeletion(database: Database, itemId: string): Promise<void> {
  const read = createReader(database);
  const keys = (await Promise.all([findVoteKeys(read, itemId), findCommentKeys(read, itemId)])).flat();
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    await commit(
      database,
      keys.slice(start, start + AT_ONCE).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    );
  }
}
