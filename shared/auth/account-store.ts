import type { UserSecret } from './user-secret.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** How a user signs in with a password. One who signs in elsewhere has none. */
export interface Account {
  passwordHash: string;
  /** What was begun with the password of before is over: sessions, known browsers, grants and codes. */
  passwordSetAt: string;
}

/** A link by which a user can set their password, once. A newer one takes an older one's place. */
export interface Invitation {
  hash: string;
  /** Where the user was a member when it was made, and since when: who has been removed since cannot use it. */
  workspaceId: string;
  memberId: string;
  memberSince: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Milliseconds that an invitation is good. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Beside the user, as their sessions are, so that one read gets them together. */
const accountKey = (userId: string): Key => ({ pk: `U#${userId}`, sk: 'ACCOUNT' });
const invitationKey = (userId: string): Key => ({ pk: `U#${userId}`, sk: 'INVITATION' });

export async function getAccount(read: Reader, userId: string): Promise<Account | undefined> {
  return (await read.get(accountKey(userId))) as (Item & Account) | undefined;
}

/** The change that sets a user's password, whatever it was before. */
export const putAccount = (userId: string, { passwordHash, passwordSetAt }: Account): Change => ({
  put: { ...accountKey(userId), passwordHash, passwordSetAt },
});

export async function getInvitation(read: Reader, userId: string): Promise<Invitation | undefined> {
  return (await read.get(invitationKey(userId))) as (Item & Invitation) | undefined;
}

export const putInvitation = (
  { userId, hash }: UserSecret,
  place: Pick<Invitation, 'workspaceId' | 'memberId' | 'memberSince'>,
  now: Date,
): Change => {
  const expiresAt = now.getTime() + INVITATION_LIFETIME_MS;
  return { put: { ...invitationKey(userId), hash, ...place, expiresAt, ttl: Math.ceil(expiresAt / 1000) } };
};

/** Takes back whatever invitation a user has. */
export const deleteInvitation = (userId: string): Change => ({ delete: invitationKey(userId) });

/** Uses an invitation up; `gone` is thrown where that has happened, or a newer one has been made. */
export const consumeInvitation = ({ userId, hash }: UserSecret, gone: () => Error): Change => ({
  delete: invitationKey(userId),
  if: { equals: { hash } },
  onConditionFailed: gone,
});
