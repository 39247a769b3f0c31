import { createReader } from '../kernel/db/reader.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import { findCommentKeys } from '../feedback/items/comment-store.ts';
import { followPages } from '../feedback/items/follow-store.ts';
import { getReactions } from '../feedback/items/reaction-store.ts';
import { uncountedVotePages } from '../feedback/items/uncounted-vote-store.ts';
import { voteKeyPages } from '../feedback/items/vote-store.ts';
import { deleteOwnedImages } from '../feedback/portal/owned-image-store.ts';
import type { Database, Key } from '../kernel/core/database.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/** Deletes the images of a deleted item or comment. */
export const deleteImages = async (database: Database, ownerId: string): Promise<void> =>
  await commit(database, await deleteOwnedImages(createReader(database), ownerId));

/**
 * Deletes what is stored next to a deleted item. In the stream, an item with many votes would hold up others: after a page of
 * them, a worker goes on.
 */
export async function deleteContents(database: Database, itemId: string, isInStream: boolean): Promise<void> {
  const read = createReader(database);
  await deleteImages(database, itemId);
  let pages = 0;
  for await (const votes of voteKeyPages(read, itemId)) {
    if (isInStream && ++pages > 1) throw new HoldsUpOthers('A deleted item has many votes.');
    await deleteAll(database, votes);
  }
  for await (const uncounted of uncountedVotePages(read, itemId, DELETES_AT_ONCE)) {
    await deleteAll(database, uncounted);
  }
  for await (const choices of followPages(read, itemId)) await deleteAll(database, choices);
  const [reactions, comments] = await Promise.all([
    getReactions(read, itemId),
    findCommentKeys(read, itemId),
  ]);
  await deleteAll(database, [...comments, ...(reactions ? [reactions] : [])]);
}

async function deleteAll(database: Database, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETES_AT_ONCE) {
    await commit(
      database,
      keys.slice(start, start + DELETES_AT_ONCE).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    );
  }
}
