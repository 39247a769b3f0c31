import type { FeedbackItem } from './item.ts';
import { countCopies, countOnItem, itemSortKey, putItem } from './item-store.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/** Stored next to its item; the key allows one vote per person. */
const voteKey = (itemId: string, userId: string): Key => ({
  pk: itemSortKey(itemId),
  sk: `${VOTE}${userId}`,
});
const VOTE = 'V#';

export const isVote = ({ pk, sk }: Key): boolean => sk.startsWith(VOTE) && pk.startsWith(itemSortKey(''));

/** Returns which of the given items a person has voted for. */
export async function findVotes(
  read: Reader,
  userId: string,
  itemIds: readonly string[],
): Promise<Set<string>> {
  const votes = await Promise.all(itemIds.map((id) => read.get(voteKey(id, userId))));
  return new Set(itemIds.filter((_, position) => votes[position] !== undefined));
}

/** The stored attributes of a vote in addition to its key. */
export interface StoredVote {
  itemId: string;
  userId: string;
  /** When it was given. */
  at: string;
  /** The member who added the vote for a customer, and the customer's name. */
  addedBy?: string;
  customer?: string;
  /** For a copy: the merged item that the vote was given for. */
  from?: string;
}

/** All votes for an item, strongly consistent. */
export async function listVotes(read: Reader, itemId: string): Promise<StoredVote[]> {
  const items = await findVoteKeys(read, itemId);
  return items.map(({ pk: _p, sk, ...stored }) => ({
    ...(stored as Omit<StoredVote, 'itemId' | 'userId'>),
    itemId,
    userId: sk.slice(VOTE.length),
  }));
}

/**
 * Changes that add a vote. Throws `again` if the person has already voted, `refused` if the item accepts no
 * votes.
 */
export const addVote = (
  { itemId, userId, ...more }: Omit<StoredVote, 'at'>,
  now: Date,
  again: () => Error,
  refused: () => Error,
): Change[] => [
  {
    put: { ...voteKey(itemId, userId), ...more, at: now.toISOString() },
    if: 'absent',
    onConditionFailed: again,
  },
  countOnItem(itemId, { attribute: 'voteCount', by: 1 }, refused),
];

/**
 * Changes that create an item with its author's vote. Throws `slugTaken` if another item of the portal has
 * its slug.
 */
export const putItemWithVote = (item: FeedbackItem, userId: string, slugTaken: () => Error): Change[] => [
  ...putItem({ ...item, voteCount: 1 }, slugTaken),
  { put: { ...voteKey(item.id, userId), at: item.createdAt }, if: 'absent' },
];

/** Deletes a vote together with its item. Throws `none` if there is none. */
export const deleteVote = (
  { itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>,
  none: () => Error,
): Change => ({ delete: voteKey(itemId, userId), if: 'present', onConditionFailed: none });

/** Changes that remove a vote. Throws `none` if there is none. */
export const removeVote = (
  { itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>,
  none: () => Error,
): Change[] => [
  deleteVote({ itemId, userId }, none),
  countOnItem(itemId, { attribute: 'voteCount', by: -1 }, none),
];

/** The keys of all votes for an item. */
export const findVoteKeys = (read: Reader, itemId: string): Promise<Item[]> =>
  read.children(itemSortKey(itemId), VOTE);

/** The ids of the users who voted for an item. */
export const findVoterIds = async (read: Reader, itemId: string): Promise<string[]> =>
  (await findVoteKeys(read, itemId)).map(({ sk }) => sk.slice(VOTE.length));

/** Changes that copy votes of a merged item. Throws `voted` if one of the people has voted meanwhile. */
export const copyVotes = (votes: readonly StoredVote[], itemId: string, voted: () => Error): Change[] => [
  ...votes.map(({ itemId: from, userId, ...stored }) => ({
    put: { ...voteKey(itemId, userId), ...stored, from },
    if: 'absent' as const,
    onConditionFailed: voted,
  })),
  countCopies(itemId, votes.length, voted),
];

/** Changes that take copies away again. Throws `moved` if one of them has been taken back meanwhile. */
export const removeCopies = (votes: readonly StoredVote[], moved: () => Error): Change[] => [
  ...votes.map(({ itemId, userId, from }) => ({
    delete: voteKey(itemId, userId),
    if: { equals: { from } },
    onConditionFailed: moved,
  })),
  countCopies(votes[0]!.itemId, -votes.length, moved),
];
