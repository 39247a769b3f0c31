import type { Reader } from '../../shared/kernel/core/database.ts';
import { votePages, type StoredVote } from '../../shared/feedback/items/vote-store.ts';

/** All votes for an item. */
export async function allVotes(read: Reader, itemId: string): Promise<StoredVote[]> {
  const found: StoredVote[] = [];
  for await (const votes of votePages(read, itemId)) found.push(...votes);
  return found;
}
