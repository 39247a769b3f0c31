import { feedbackItemKind } from '../../shared/feedback/items/item-store.ts';
import type { Database, Reader } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { voteKeyPages, votePages, type StoredVote } from '../../shared/feedback/items/vote-store.ts';

/** All votes for an item. */
export async function allVotes(read: Reader, itemId: string): Promise<StoredVote[]> {
  const found: StoredVote[] = [];
  for await (const votes of votePages(read, itemId)) found.push(...votes);
  return found;
}

/** Takes from the votes for an item, and from the item, what the release before did not store. */
export async function storeLikeFormerRelease(database: Database, itemId: string): Promise<void> {
  const withoutIndexes = (names: string[]) => ({ with: { remove: names } });
  for await (const votes of voteKeyPages(createReader(database), itemId, { limit: 100 })) {
    await commit(
      database,
      votes.map(({ pk, sk }) => ({
        update: { pk, sk },
        ...withoutIndexes(['inDue', 'dueAt', 'inAssignee']),
      })),
    );
  }
  const item = { update: feedbackItemKind.key(itemId), ...withoutIndexes(['listedVotes']) };
  await commit(database, [item]);
}
