import { createReader } from '../kernel/db/reader.ts';
import { commit } from '../kernel/db/write.ts';
import { commentedItemOf, findCommentKeys } from '../feedback/items/comment-store.ts';
import { feedbackItemKind } from '../feedback/items/item-store.ts';
import { findVoteKeys, isVote } from '../feedback/items/vote-store.ts';
import type { Projection } from './projection.ts';
import type { Database } from '../kernel/core/database.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/** Deletes the votes and comments of deleted feedback items. */
export const feedbackItemDeletion: Projection = {
  name: 'feedback-item-deletion',
  follows: [feedbackItemKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    for (const { key } of changes) await deleteVotesAndComments(database, feedbackItemKind.idOf(key));
  },
  rebuild: {
    leads: (item) => {
      const itemId = isVote(item) ? feedbackItemKind.idOf(item) : commentedItemOf(item);
      return itemId === undefined ? [] : [{ key: feedbackItemKind.key(itemId) }];
    },
  },
};

async function deleteVotesAndComments(database: Database, itemId: string): Promise<void> {
  const read = createReader(database);
  const keys = (await Promise.all([findVoteKeys(read, itemId), findCommentKeys(read, itemId)])).flat();
  for (let start = 0; start < keys.length; start += DELETES_AT_ONCE) {
    await commit(
      database,
      keys.slice(start, start + DELETES_AT_ONCE).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    );
  }
}
