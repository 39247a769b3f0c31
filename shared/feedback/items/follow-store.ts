import { childPages } from '../../kernel/db/child-pages.ts';
import { itemSortKey } from './item-store.ts';
import { findVotes } from './vote-store.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

/** Stored next to the item: whether a person has chosen to get its news or to get none. */
const followKey = (itemId: string, userId: string): Key => ({
  pk: itemSortKey(itemId),
  sk: `${FOLLOW}${userId}`,
});
const FOLLOW = 'FOLLOW#';

export const isFollow = ({ pk, sk }: Key): boolean => sk.startsWith(FOLLOW) && pk.startsWith(itemSortKey(''));

/**
 * What a person has chosen for the first of some items, an item and those merged into it; undefined if they follow it only
 * if they voted for it, wrote it or commented on it.
 */
export async function getFollow(
  read: Reader,
  itemIds: readonly string[],
  userId: string,
): Promise<boolean | undefined> {
  const stored = await Promise.all(itemIds.map((id) => read.get(followKey(id, userId))));
  return stored.find((one) => one !== undefined)?.['following'] as boolean | undefined;
}

/** Stored with the person: what they have made such a choice for, or voted for at some time. */
const CHOSEN = 'FOLLOWED#';
const chosenKey = (itemId: string, userId: string): Key => ({
  pk: userPartition(userId),
  sk: `${CHOSEN}${itemId}`,
});

/** Notes with a person that they have voted for an item, so that it is found among those whose news they get. */
export const noteVoted = (itemId: string, userId: string): Change => ({
  put: { ...chosenKey(itemId, userId) },
});

export const putFollow = (itemId: string, userId: string, following: boolean): Change[] => [
  { put: { ...followKey(itemId, userId), following } },
  { put: { ...chosenKey(itemId, userId) } },
];

/** The most items of a person that are looked at, the newest. */
const LISTED_MAX = 200;

/**
 * The ids of the newest items whose news a person gets, the newest first: chosen, or voted for without another choice.
 * Items that they only wrote or commented on are not among them.
 */
export async function listFollowed(read: Reader, userId: string): Promise<string[]> {
  const chosen = await read.children(userPartition(userId), CHOSEN);
  const ids = chosen.slice(0, LISTED_MAX).map(({ sk }) => sk.slice(CHOSEN.length));
  const stored = await Promise.all(ids.map((id) => read.get(followKey(id, userId))));
  const voted = await findVotes(
    read,
    userId,
    ids.filter((_, position) => stored[position] === undefined),
  );
  return ids.filter((id, position) => stored[position]?.['following'] === true || voted.has(id));
}

/** The keys of all choices of a person, among what is stored with them. */
export const followKeysOf = (userId: string, stored: readonly Key[]): Key[] =>
  stored
    .filter(({ sk }) => sk.startsWith(CHOSEN))
    .map(({ sk }) => followKey(sk.slice(CHOSEN.length), userId));

/** Choices read at once, within the 1 MB that DynamoDB returns for a query (AWS limit). */
const CHOICES_AT_ONCE = 1_000;

/** The choices of people for an item, in pages by the ids of the users. Strongly consistent. */
export const followPages = (
  read: Reader,
  itemId: string,
  { after, limit = CHOICES_AT_ONCE }: { after?: string | undefined; limit?: number } = {},
): AsyncGenerator<Item[]> => {
  const last = after === undefined ? undefined : followKey(itemId, after).sk;
  return childPages(read, { pk: itemSortKey(itemId), prefix: FOLLOW, after: last, limit });
};

/** The id of the user whose choice an item is. */
export const chooserOf = ({ sk }: Key): string => sk.slice(FOLLOW.length);

/**
 * Returns those of some people who have not chosen to get no news of an item and those merged into it; what they chose for
 * the first of the items counts first. Eventually consistent.
 */
export async function withoutUnfollowed(
  read: Reader,
  itemIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  const keys = userIds.flatMap((userId) => itemIds.map((itemId) => followKey(itemId, userId)));
  const choices = await read.getMany(keys, ['following']);
  return userIds.filter((_, position) => {
    const own = choices.slice(position * itemIds.length, (position + 1) * itemIds.length);
    return own.find((choice) => choice !== undefined)?.['following'] !== false;
  });
}
