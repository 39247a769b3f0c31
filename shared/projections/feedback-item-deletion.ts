import { createReader } from '../kernel/db/reader.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import { commentedItemOf, feedbackCommentKind, findCommentKeys } from '../feedback/items/comment-store.ts';
import { feedbackItemKind } from '../feedback/items/item-store.ts';
import { followPages, isFollow } from '../feedback/items/follow-store.ts';
import { getReactions, isReactions } from '../feedback/items/reaction-store.ts';
import { uncountedVoteKind, uncountedVotePages } from '../feedback/items/uncounted-vote-store.ts';
import { isVote, voteKeyPages } from '../feedback/items/vote-store.ts';
import { deleteOwnedImages, listedOwnerOf } from '../feedback/portals/owned-image-store.ts';
import type { Projection } from '../kernel/log/projection.ts';
import type { Database, Key } from '../kernel/core/database.ts';

const ownerKinds = { item: feedbackItemKind, comment: feedbackCommentKind };

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/**
 * Deletes the votes and comments of deleted feedback items, the reactions to these, who follows the items, and the images
 * that visitors have added to items and comments.
 */
export const feedbackItemDeletion: Projection = {
  name: 'feedback-item-deletion',
  follows: [feedbackItemKind, feedbackCommentKind],
  deletionsOnly: true,
  async handle({ database, inOrder = false }, changes) {
    for (const { key } of changes) {
      if (feedbackItemKind.includes(key)) await deleteContents(database, feedbackItemKind.idOf(key), inOrder);
      else await deleteImages(database, feedbackCommentKind.idOf(key));
    }
  },
  rebuild: {
    leads: (item) => {
      const owner = listedOwnerOf(item);
      if (owner) return [{ key: ownerKinds[owner.kind].key(owner.id) }];
      const isNextToIt =
        isVote(item) || uncountedVoteKind.includes(item) || isFollow(item) || isReactions(item);
      const itemId = isNextToIt ? feedbackItemKind.idOf(item) : commentedItemOf(item);
      return itemId === undefined ? [] : [{ key: feedbackItemKind.key(itemId) }];
    },
  },
};

const deleteImages = async (database: Database, ownerId: string): Promise<void> =>
  await commit(database, await deleteOwnedImages(createReader(database), ownerId));

/** In the stream, an item with many votes would hold up others: after a page of them, a worker goes on. */
async function deleteContents(database: Database, itemId: string, isInStream: boolean): Promise<void> {
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
