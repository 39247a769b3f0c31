import type { UserSecret } from './user-secret.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';
import { userPartition } from './user-kind.ts';

/** A user's password. Users of an external provider have none. */
export interface Account {
  passwordHash: string;
  /**
   * Changes with each new password; sessions, known browsers, grants and codes of earlier versions are
   * invalid.
   */
  passwordSetAt: string;
}

/** A link with which a user can set their password, once. A newer link replaces an older one. */
interface Invitation {
  hash: string;
  /** The membership it was created for; it is invalid after the member's removal. */
  workspaceId: string;
  memberId: string;
  memberSince: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Lifetime of an invitation in milliseconds. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Stored next to the user, like sessions, so that one read returns them together. */
export const accountKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'ACCOUNT' });
const invitationKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'INVITATION' });

/** A user's password; undefined for who has none, such as users of an external provider. */
export async function getAccount(read: Reader, userId: string): Promise<Account | undefined> {
  return (await read.get(accountKey(userId))) as (Item & Account) | undefined;
}

/** Changes a user's password, regardless of the previous one. */
export const putAccount = (userId: string, { passwordHash, passwordSetAt }: Account): Change => ({
  put: { ...accountKey(userId), passwordHash, passwordSetAt },
});

/** A user's invitation, also if it has expired; undefined if it was used or there was none. */
export async function getInvitation(read: Reader, userId: string): Promise<Invitation | undefined> {
  return (await read.get(invitationKey(userId))) as (Item & Invitation) | undefined;
}

/** Stores an invitation in the place of any earlier one. It expires INVITATION_LIFETIME_MS after `now`. */
export const putInvitation = (
  { userId, hash }: UserSecret,
  place: Pick<Invitation, 'workspaceId' | 'memberId' | 'memberSince'>,
  now: Date,
): Change => {
  const expiresAt = now.getTime() + INVITATION_LIFETIME_MS;
  return { put: { ...invitationKey(userId), hash, ...place, expiresAt, ttl: Math.ceil(expiresAt / 1000) } };
};

/** Withdraws a user's invitation, if any. */
export const deleteInvitation = (userId: string): Change => ({ delete: invitationKey(userId) });

/** Consumes an invitation. Throws `gone` if it has been used or replaced. */
export const consumeInvitation = ({ userId, hash }: UserSecret, gone: () => Error): Change => ({
  delete: invitationKey(userId),
  if: { equals: { hash } },
  onConditionFailed: gone,
});
