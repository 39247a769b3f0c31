import { itemSortKey } from './item-store.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

/** Stored next to the item: whether a person has chosen to get its news or to get none. */
const followKey = (itemId: string, userId: string): Key => ({
  pk: itemSortKey(itemId),
  sk: `${FOLLOW}${userId}`,
});
const FOLLOW = 'FOLLOW#';

export const isFollow = ({ pk, sk }: Key): boolean => sk.startsWith(FOLLOW) && pk.startsWith(itemSortKey(''));

/** What a person has chosen; undefined if they follow the item only if they voted for it, wrote it or commented on it. */
export async function getFollow(read: Reader, itemId: string, userId: string): Promise<boolean | undefined> {
  return (await read.get(followKey(itemId, userId)))?.['following'] as boolean | undefined;
}

export const putFollow = (itemId: string, userId: string, following: boolean): Change => ({
  put: { ...followKey(itemId, userId), following },
});

/** The keys of all such choices for an item. */
export const findFollowKeys = (read: Reader, itemId: string): Promise<Item[]> =>
  read.children(itemSortKey(itemId), FOLLOW);

/** What people have chosen, by the ids of the users. */
export const listFollows = async (read: Reader, itemId: string): Promise<Map<string, boolean>> =>
  new Map(
    (await findFollowKeys(read, itemId)).map(({ sk, following }) => [
      sk.slice(FOLLOW.length),
      following as boolean,
    ]),
  );
