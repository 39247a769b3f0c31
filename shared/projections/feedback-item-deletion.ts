import { createReader } from '../kernel/db/reader.ts';
import { commit } from '../kernel/db/write.ts';
import { commentedItemOf, findCommentKeys } from '../feedback/items/comment-store.ts';
import { feedbackItemKind } from '../feedback/items/item-store.ts';
import { findFollowKeys, isFollow } from '../feedback/items/follow-store.ts';
import { getReactions, isReactions } from '../feedback/items/reaction-store.ts';
import { findVoteKeys, isVote } from '../feedback/items/vote-store.ts';
import type { Projection } from '../kernel/log/projection.ts';
import type { Database } from '../kernel/core/database.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/** Deletes the votes and comments of deleted feedback items, the reactions to these, and who follows the items. */
export const feedbackItemDeletion: Projection = {
  name: 'feedback-item-deletion',
  follows: [feedbackItemKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    for (const { key } of changes) await deleteContents(database, feedbackItemKind.idOf(key));
  },
  rebuild: {
    leads: (item) => {
      const isNextToIt = isVote(item) || isFollow(item) || isReactions(item);
      const itemId = isNextToIt ? feedbackItemKind.idOf(item) : commentedItemOf(item);
      return itemId === undefined ? [] : [{ key: feedbackItemKind.key(itemId) }];
    },
  },
};

async function deleteContents(database: Database, itemId: string): Promise<void> {
  const read = createReader(database);
  const [reactions, ...found] = await Promise.all([
    getReactions(read, itemId),
    findVoteKeys(read, itemId),
    findFollowKeys(read, itemId),
    findCommentKeys(read, itemId),
  ]);
  const keys = [...found.flat(), ...(reactions ? [reactions] : [])];
  for (let start = 0; start < keys.length; start += DELETES_AT_ONCE) {
    await commit(
      database,
      keys.slice(start, start + DELETES_AT_ONCE).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    );
  }
}
