import type { Change, Reader } from '../../kernel/core/database.ts';
import { putFollow } from '../../feedback/items/follow-store.ts';
import { deleteSubscriber, isSubscribed, putSubscriber } from '../../feedback/portals/subscriber-store.ts';
import type { MailSubscription } from '../../identity/mail/mail.ts';
import {
  getMailMode,
  getNewsChoice,
  portalMailModeOf,
  putMailMode,
} from '../../identity/mail/preference-store.ts';

/** A person on a portal, at a time. */
interface Follower {
  portalId: string;
  userId: string;
  now: Date;
}

/** Follows an idea of a portal. */
export const follow = async (read: Reader, itemId: string, follower: Follower): Promise<Change[]> => [
  ...putFollow(itemId, follower.userId, true),
  ...(await wantMail(read, follower)),
];

/** Has each new update of a portal sent by mail; who has ended all other mail of the portal gets none of that. */
export const subscribe = async (read: Reader, { portalId, userId, now }: Follower): Promise<Change[]> => [
  ...putSubscriber(portalId, userId),
  putMailMode({ portalId, userId }, await getMailMode(read, { portalId, userId }), now, { updates: true }),
];

/** Ends that. */
export const unsubscribe = async (read: Reader, { portalId, userId, now }: Follower): Promise<Change[]> => [
  ...deleteSubscriber(portalId, userId),
  putMailMode({ portalId, userId }, await getMailMode(read, { portalId, userId }), now),
];

/** Whether updates reach a person: they asked for them, and have not ended all mail of the portal since. */
export async function getsUpdates(read: Reader, subscription: MailSubscription): Promise<boolean> {
  const [subscribed, choice] = await Promise.all([
    isSubscribed(read, subscription.portalId, subscription.userId),
    getNewsChoice(read, subscription),
  ]);
  return subscribed && portalMailModeOf(choice, true) !== 'off';
}

/** Who had ended all mail of what they follow on the portal, and now asks for some, gets it again. */
async function wantMail(read: Reader, { portalId, userId, now }: Follower): Promise<Change[]> {
  const subscription = { userId, portalId };
  const { mode, updates } = await getNewsChoice(read, subscription);
  return mode === 'off' ? [putMailMode(subscription, 'each', now, { updates })] : [];
}
