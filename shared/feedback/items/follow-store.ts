import { itemSortKey } from './item-store.ts';
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

export const putFollow = (itemId: string, userId: string, following: boolean): Change => ({
  put: { ...followKey(itemId, userId), following },
});

/** The keys of all such choices for an item. */
export const findFollowKeys = (read: Reader, itemId: string): Promise<Item[]> =>
  read.children(itemSortKey(itemId), FOLLOW);

/** What people have chosen, by the ids of the users, for an item and those merged into it; what they chose for it counts first. */
export async function listFollows(
  read: Reader,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const lists = await Promise.all(itemIds.map((id) => findFollowKeys(read, id)));
  const choices = lists
    .reverse()
    .flat()
    .map(({ sk, following }) => [sk.slice(FOLLOW.length), following as boolean] as const);
  return new Map(choices);
}
