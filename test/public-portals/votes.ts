import { randomUUID } from 'node:crypto';
import type { Database } from '../../shared/kernel/core/database.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';

/** Votes of as many people for an item. */
export async function addVotes(database: Database, item: FeedbackItem, count: number): Promise<void> {
  const refused = () => new Error('refused');
  for (let number = 0; number < count; number++) {
    const vote = { itemId: item.id, userId: randomUUID() };
    await commit(database, addVote(vote, new Date(), refused, refused));
  }
}
