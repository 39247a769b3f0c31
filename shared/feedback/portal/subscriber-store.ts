import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';
import { childPages } from '../../kernel/db/child-pages.ts';
import { portalSortKey } from './portal-store.ts';

/** Stored next to a portal: a person who gets each of its updates by mail. */
const SUBSCRIBER = 'SUBSCRIBER#';
const subscriberKey = (portalId: string, userId: string): Key => ({
  pk: portalSortKey(portalId),
  sk: `${SUBSCRIBER}${userId}`,
});

/** The same, stored with the person. */
const SUBSCRIBED = 'SUBSCRIBED#';
const subscribedKey = (portalId: string, userId: string): Key => ({
  pk: userPartition(userId),
  sk: `${SUBSCRIBED}${portalId}`,
});

export const isSubscriber = ({ pk, sk }: Key): boolean =>
  sk.startsWith(SUBSCRIBER) && pk.startsWith(portalSortKey(''));

/** Whether a person gets the updates of a portal by mail. */
export const isSubscribed = async (read: Reader, portalId: string, userId: string): Promise<boolean> =>
  (await read.get(subscriberKey(portalId, userId))) !== undefined;

export const putSubscriber = (portalId: string, userId: string): Change[] => [
  { put: { ...subscriberKey(portalId, userId) } },
  { put: { ...subscribedKey(portalId, userId) } },
];

export const deleteSubscriber = (portalId: string, userId: string): Change[] => [
  { delete: subscriberKey(portalId, userId) },
  { delete: subscribedKey(portalId, userId) },
];

/** The ids of the portals whose updates a person gets by mail. */
export async function listSubscribed(read: Reader, userId: string): Promise<string[]> {
  const stored = await read.children(userPartition(userId), SUBSCRIBED);
  return stored.map(({ sk }) => sk.slice(SUBSCRIBED.length));
}

/** The keys next to portals of the subscriptions among what is stored with a person. */
export const subscriberKeysOf = (userId: string, stored: readonly Key[]): Key[] =>
  stored
    .filter(({ sk }) => sk.startsWith(SUBSCRIBED))
    .map(({ sk }) => subscriberKey(sk.slice(SUBSCRIBED.length), userId));

/** The subscribers of a portal, in pages by the ids of the users. Strongly consistent. */
export const subscriberPages = (
  read: Reader,
  portalId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): AsyncGenerator<Item[]> => {
  const last = after === undefined ? undefined : subscriberKey(portalId, after).sk;
  return childPages(read, { pk: portalSortKey(portalId), prefix: SUBSCRIBER, after: last, limit });
};

/** The id of the user who is a subscriber. */
export const userOfSubscriber = ({ sk }: Key): string => sk.slice(SUBSCRIBER.length);
