import type { Change, Reader } from '../../kernel/core/database.ts';
import { putFollow } from '../../feedback/items/follow-store.ts';
import { putSubscriber } from '../../feedback/portals/subscriber-store.ts';
import { getMailMode, putMailMode } from '../../identity/mail/preference-store.ts';

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

/** Has each new update of a portal sent by mail. */
export const subscribe = async (read: Reader, follower: Follower): Promise<Change[]> => [
  ...putSubscriber(follower.portalId, follower.userId),
  ...(await wantMail(read, follower)),
];

/** Who had ended all mail of the portal, and now asks for some, gets it again. */
async function wantMail(read: Reader, { portalId, userId, now }: Follower): Promise<Change[]> {
  const subscription = { userId, portalId };
  const isOff = (await getMailMode(read, subscription)) === 'off';
  return isOff ? [putMailMode(subscription, 'each', now)] : [];
}
