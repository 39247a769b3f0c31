import type { FeedbackItem } from './item.ts';
import { countOnItem, itemSortKey, putItem } from './item-store.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** Beside the item that it is for; the key allows one for each person. */
const voteKey = (itemId: string, userId: string): Key => ({ pk: itemSortKey(itemId), sk: `V#${userId}` });

/** The ids of those of some items that a person has voted for. */
export async function findVotes(
  read: Reader,
  userId: string,
  itemIds: readonly string[],
): Promise<Set<string>> {
  const votes = await Promise.all(itemIds.map((id) => read.get(voteKey(id, userId))));
  return new Set(itemIds.filter((_, position) => votes[position] !== undefined));
}

/** The changes of a vote; `again` is thrown where the person has voted, `refused` where the item takes none. */
export const addVote = (
  { itemId, userId }: { itemId: string; userId: string },
  now: Date,
  again: () => Error,
  refused: () => Error,
): Change[] => [
  { put: { ...voteKey(itemId, userId), at: now.toISOString() }, if: 'absent', onConditionFailed: again },
  countOnItem(itemId, { attribute: 'voteCount', by: 1 }, refused),
];

/**
 * The changes that make an item with the vote of the user who is its author: who asks for something wants it.
 * `slugTaken` is thrown where another of the portal has its slug.
 */
export const putItemWithVote = (item: FeedbackItem, userId: string, slugTaken: () => Error): Change[] => [
  ...putItem({ ...item, voteCount: 1 }, slugTaken),
  { put: { ...voteKey(item.id, userId), at: item.createdAt }, if: 'absent' },
];

/** The changes that take a vote back; `none` is thrown where there is none. */
export const removeVote = (
  { itemId, userId }: { itemId: string; userId: string },
  none: () => Error,
): Change[] => [
  { delete: voteKey(itemId, userId), if: 'present', onConditionFailed: none },
  countOnItem(itemId, { attribute: 'voteCount', by: -1 }, none),
];

/** The keys of all votes for an item. */
export const findVoteKeys = (read: Reader, itemId: string): Promise<Item[]> =>
  read.children(itemSortKey(itemId), 'V#');
