import { idOfText } from '../../kernel/core/id.ts';
import { childPages } from '../../kernel/db/child-pages.ts';
import { gsi3, gsi8, inIndex } from '../../kernel/db/table.ts';
import type { FeedbackItem } from './item.ts';
import { countOnItem, itemSortKey, putItem } from './item-store.ts';
import { countVotes } from './vote-count-store.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/** Stored next to its item; the key allows one vote per person. */
const voteKey = (itemId: string, userId: string): Key => ({
  pk: itemSortKey(itemId),
  sk: `${VOTE}${userId}`,
});
const VOTE = 'V#';

export const isVote = ({ pk, sk }: Key): boolean => sk.startsWith(VOTE) && pk.startsWith(itemSortKey(''));

/** The sort key of the votes by time is `dueAt`: when a vote was given, and its id. Customers' votes are found by their ids. */
const voteIndexes = { time: gsi8, id: gsi3 } as const;

const votePartitions = {
  time: (itemId: string) => `${itemSortKey(itemId)}#V`,
  id: (itemId: string, voteId: string) => `${itemSortKey(itemId)}#V#${voteId}`,
};

/** A vote's id. It does not reveal who voted. */
export const voteIdOf = ({ itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>): string =>
  idOfText(`vote ${itemId} ${userId}`);

/** The place of a vote among those for its item, by time and then by id. */
const positionOf = (vote: Pick<StoredVote, 'itemId' | 'userId' | 'at'>): string =>
  `${vote.at} ${voteIdOf(vote)}`;

/** The attributes by which a vote is found other than by its voter. */
const indexedBy = (
  vote: Pick<StoredVote, 'itemId' | 'userId' | 'at' | 'addedBy'>,
): Record<string, string> => ({
  ...inIndex(voteIndexes.time, votePartitions.time(vote.itemId)),
  dueAt: positionOf(vote),
  ...(vote.addedBy === undefined
    ? {}
    : inIndex(voteIndexes.id, votePartitions.id(vote.itemId, voteIdOf(vote)))),
});

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

/** A vote to be given. */
export type NewVote = Omit<StoredVote, 'at'>;

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

function toVote(item: Item, itemId: string): StoredVote {
  const { at, addedBy, customer, from } = item as Item & StoredVote;
  return {
    itemId,
    userId: voterOf(item),
    at,
    ...(addedBy !== undefined && { addedBy }),
    ...(customer !== undefined && { customer }),
    ...(from !== undefined && { from }),
  };
}

/** The id of the user whose vote a key is of. */
export const voterOf = ({ sk }: Key): string => sk.slice(VOTE.length);

/** The vote of a person for an item. */
export async function getVote(read: Reader, itemId: string, userId: string): Promise<StoredVote | undefined> {
  const item = await read.get(voteKey(itemId, userId));
  return item && toVote(item, itemId);
}

/** The votes of a page, newest first, and the position of its last one if there may be more. */
export interface VotesOfPage {
  votes: StoredVote[];
  next: string | undefined;
}

/** A page of the votes for an item. It costs what it shows; a vote is read as it is now. */
export async function newestVotes(
  read: Reader,
  itemId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<VotesOfPage> {
  const query = { index: voteIndexes.time, partition: votePartitions.time(itemId), limit: limit + 1 };
  const found = await read.query({ ...query, ...(after === undefined ? {} : { before: after }) });
  const shown = found.slice(0, limit);
  const votes = await Promise.all(shown.map(({ pk, sk }) => read.get({ pk, sk })));
  return {
    votes: votes.flatMap((vote) => (vote ? [toVote(vote, itemId)] : [])),
    next: found.length > limit ? (shown.at(-1)!['dueAt'] as string) : undefined,
  };
}

/**
 * A vote that a member added for a customer, by its id, which does not say whose it is. All votes are read only where the
 * index does not have it: if it is a moment old, or if there is none.
 */
export async function findVote(
  read: Reader,
  itemId: string,
  voteId: string,
): Promise<StoredVote | undefined> {
  const partition = votePartitions.id(itemId, voteId);
  const [key] = await read.query({ index: voteIndexes.id, partition, limit: 1 });
  const indexed = key && (await getVote(read, itemId, voterOf(key)));
  if (indexed) return indexed;
  for await (const votes of votePages(read, itemId)) {
    const found = votes.find((vote) => voteIdOf(vote) === voteId);
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
 * Changes that add a vote. Throws `onDuplicate` if the person has already voted, `refused` if the item accepts no
 * votes.
 */
export const addVote = (
  vote: NewVote,
  now: Date,
  onDuplicate: () => Error,
  refused: () => Error,
): Change[] => [
  putVote(vote, now, onDuplicate),
  countOnItem(vote.itemId, { attribute: 'voteCount', by: 1 }, refused),
];

/** Stores a vote without counting it. Throws `onDuplicate` if the person has already voted. */
export const putVote = (vote: NewVote, now: Date, onDuplicate: () => Error): Change => ({
  put: newVote({ ...vote, at: now.toISOString() }),
  if: 'absent',
  onConditionFailed: onDuplicate,
});

function newVote(vote: StoredVote): Item {
  const { itemId, userId, ...stored } = vote;
  return { ...voteKey(itemId, userId), ...stored, ...indexedBy(vote) };
}

/**
 * Changes that create an item with its author's vote. Throws `slugTaken` if another item of the portal has
 * its slug.
 */
export const putItemWithVote = (
  item: FeedbackItem,
  vote: Omit<NewVote, 'itemId'>,
  slugTaken: () => Error,
): Change[] => [
  ...putItem({ ...item, voteCount: 1 }, slugTaken),
  { put: newVote({ ...vote, itemId: item.id, at: item.createdAt }), if: 'absent' },
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

/** Changes that remove a vote. Throws `changed` if it has been taken back since it was read: each has a time. */
export const removeVote = (vote: StoredVote, changed: () => Error): Change[] => [
  {
    delete: voteKey(vote.itemId, vote.userId),
    if: { equals: { at: vote.at } },
    onConditionFailed: changed,
  },
  countOnItem(vote.itemId, { attribute: 'voteCount', by: -1 }, changed),
];

/** Changes that copy votes of a merged item. Throws `voted` if one of the people has voted meanwhile. */
export const copyVotes = (votes: readonly StoredVote[], itemId: string, voted: () => Error): Change[] => [
  ...votes.map(({ itemId: from, ...stored }) => ({
    put: newVote({ ...stored, itemId, from }),
    if: 'absent' as const,
    onConditionFailed: voted,
  })),
  countVotes(itemId, votes.length, voted),
];

/** Changes that take copies away again. Throws `moved` if one of them has been taken back meanwhile. */
export const removeCopies = (votes: readonly StoredVote[], moved: () => Error): Change[] => [
  ...votes.map((vote) => ({
    delete: voteKey(vote.itemId, vote.userId),
    if: { equals: { from: vote.from, at: vote.at } },
    onConditionFailed: moved,
  })),
  countVotes(votes[0]!.itemId, -votes.length, moved),
];
