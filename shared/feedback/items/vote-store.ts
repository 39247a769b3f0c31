import { childPages } from '../../kernel/db/child-pages.ts';
import type { FeedbackItem } from './item.ts';
import { countOnItem, countVotes, itemSortKey, putItem } from './item-store.ts';
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

/** Votes of some 200 bytes that are read at once, within the 1 MB that DynamoDB returns for a query (AWS limit). */
const VOTES_AT_ONCE = 1_000;

/** The keys of all votes for an item, in pages by the ids of their users. Strongly consistent. */
export const voteKeyPages = (
  read: Reader,
  itemId: string,
  { after, limit = VOTES_AT_ONCE }: { after?: string | undefined; limit?: number } = {},
): AsyncGenerator<Item[]> => {
  const last = after === undefined ? undefined : voteKey(itemId, after).sk;
  return childPages(read, { pk: itemSortKey(itemId), prefix: VOTE, after: last, limit });
};

/** All votes for an item, in pages by the ids of their users. Strongly consistent. */
export async function* votePages(read: Reader, itemId: string): AsyncGenerator<StoredVote[], undefined> {
  for await (const items of voteKeyPages(read, itemId)) yield items.map((item) => toVote(item, itemId));
}

const toVote = ({ pk: _p, sk, ...stored }: Item, itemId: string): StoredVote => ({
  ...(stored as Omit<StoredVote, 'itemId' | 'userId'>),
  itemId,
  userId: sk.slice(VOTE.length),
});

/** The id of the user whose vote a key is of. */
export const voterOf = ({ sk }: Key): string => sk.slice(VOTE.length);

/** The first vote for an item that a condition holds for; its id does not say whose it is. */
export async function findVote(
  read: Reader,
  itemId: string,
  isMeant: (vote: StoredVote) => boolean,
): Promise<StoredVote | undefined> {
  for await (const votes of votePages(read, itemId)) {
    const found = votes.find(isMeant);
    if (found) return found;
  }
  return undefined;
}

/** Which of some people have voted for an item, by their ids. */
export async function findVoters(
  read: Reader,
  itemId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const found = await Promise.all(userIds.map((userId) => read.get(voteKey(itemId, userId))));
  return new Set(userIds.filter((_, position) => found[position] !== undefined));
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
  putVote({ itemId, userId, ...more }, now, again),
  countOnItem(itemId, { attribute: 'voteCount', by: 1 }, refused),
];

/** Stores a vote without counting it. Throws `again` if the person has already voted. */
export const putVote = (
  { itemId, userId, ...more }: Omit<StoredVote, 'at'>,
  now: Date,
  again: () => Error,
): Change => ({
  put: { ...voteKey(itemId, userId), ...more, at: now.toISOString() },
  if: 'absent',
  onConditionFailed: again,
});

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

/** Deletes a vote whose item is deleted, if it is there. */
export const dropVote = ({ itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>): Change => ({
  delete: voteKey(itemId, userId),
});

/** Changes that remove a vote. Throws `none` if there is none. */
export const removeVote = (
  { itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>,
  none: () => Error,
): Change[] => [
  deleteVote({ itemId, userId }, none),
  countOnItem(itemId, { attribute: 'voteCount', by: -1 }, none),
];

/** Changes that copy votes of a merged item. Throws `voted` if one of the people has voted meanwhile. */
export const copyVotes = (votes: readonly StoredVote[], itemId: string, voted: () => Error): Change[] => [
  ...votes.map(({ itemId: from, userId, ...stored }) => ({
    put: { ...voteKey(itemId, userId), ...stored, from },
    if: 'absent' as const,
    onConditionFailed: voted,
  })),
  countVotes(itemId, votes.length, voted),
];

/** Changes that take copies away again. Throws `moved` if one of them has been taken back meanwhile. */
export const removeCopies = (votes: readonly StoredVote[], moved: () => Error): Change[] => [
  ...votes.map(({ itemId, userId, from }) => ({
    delete: voteKey(itemId, userId),
    if: { equals: { from } },
    onConditionFailed: moved,
  })),
  countVotes(votes[0]!.itemId, -votes.length, moved),
];
