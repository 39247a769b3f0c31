import type { Change, Reader } from '../../kernel/core/database.ts';
import { putFollow } from '../items/follow-store.ts';
import { deleteSubscriber, isSubscribed, putSubscriber } from '../portal/subscriber-store.ts';
import type { MailSubscription } from '../../identity/mail/mail.ts';
import { chooseUpdates, wantNews } from '../../identity/mail/portal-mail.ts';
import { getNewsChoice, portalMailModeOf } from '../../identity/mail/preference-store.ts';

/** A person on a portal, at a time. */
interface Follower {
  portalId: string;
  userId: string;
  now: Date;
}

/** Follows an idea of a portal. */
export const follow = async (
  read: Reader,
  itemId: string,
  { now, ...follower }: Follower,
): Promise<Change[]> => [
  ...putFollow(itemId, follower.userId, true),
  ...(await wantNews(read, follower, now)).changes,
];

/** Has each new update of a portal sent by mail; who has ended all other mail of the portal gets none of that. */
export const subscribe = async (read: Reader, { now, ...follower }: Follower): Promise<Change[]> => [
  ...putSubscriber(follower.portalId, follower.userId),
  ...(await chooseUpdates(read, follower, { wanted: true, now })).changes,
];

/** Ends that. */
export const unsubscribe = async (read: Reader, { now, ...follower }: Follower): Promise<Change[]> => [
  ...deleteSubscriber(follower.portalId, follower.userId),
  ...(await chooseUpdates(read, follower, { wanted: false, now })).changes,
];

/** Whether updates reach a person: they asked for them, and have not ended all mail of the portal since. */
export async function getsUpdates(read: Reader, subscription: MailSubscription): Promise<boolean> {
  const [subscribed, choice] = await Promise.all([
    isSubscribed(read, subscription.portalId, subscription.userId),
    getNewsChoice(read, subscription),
  ]);
  return subscribed && portalMailModeOf(choice, true) !== 'off';
}
