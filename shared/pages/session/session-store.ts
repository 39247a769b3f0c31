import { createHash } from 'node:crypto';
import type { UserSecret } from '../../kernel/auth/user-secret.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';
import { itemKind } from '../../kernel/db/table.ts';

/** Lifetime of a session in milliseconds. */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A browser session of a signed-in user. */
export interface StoredSession {
  /** Password version of the account when the session began; undefined for a user without a password. */
  passwordSetAt?: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** When it began, and when the person proved by mail that the address is theirs, in milliseconds since 1970. */
  startedAt?: number | undefined;
  provenAt?: number | undefined;
  /** The browser, as it names itself. */
  agent?: string | undefined;
  /** The host of a portal that it began at, whose owner could read its cookie: it is valid there only. */
  host?: string | undefined;
  /**
   * Of a customer whom a company has signed in, or of a person who has signed in within a frame of the company's site: the
   * one portal that it is for, and the secret that signed the customer's token.
   */
  customer?: { portalId: string; secretId?: string } | undefined;
}

/** A session as its owner sees it. */
export interface ListedSession extends StoredSession {
  /** The hash of its secret, which does not sign anybody in. */
  id: string;
}

export const sessionKey = ({ userId, hash }: UserSecret): Key => ({
  pk: userPartition(userId),
  sk: `SE#${hash}`,
});

export async function getSession(read: Reader, secret: UserSecret): Promise<StoredSession | undefined> {
  return (await read.get(sessionKey(secret))) as (Item & StoredSession) | undefined;
}

export const putSession = (secret: UserSecret, session: StoredSession): Change => ({
  put: { ...sessionKey(secret), ...session, ttl: Math.ceil(session.expiresAt / 1000) },
});

export const deleteSession = (secret: UserSecret): Change => ({ delete: sessionKey(secret) });

const PREFIX = 'SE#';

/** A user's sessions that have not expired; those of before the last change of the password are among them. */
export async function listSessions(read: Reader, userId: string, now: Date): Promise<ListedSession[]> {
  const items = (await read.children(userPartition(userId), PREFIX)) as (Item & StoredSession)[];
  return items
    .filter(({ expiresAt }) => expiresAt > now.getTime())
    .map((item) => ({ ...item, id: item.sk.slice(PREFIX.length) }))
    .sort((a, b) => b.expiresAt - a.expiresAt);
}

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const customerTokenKind = itemKind('CT#', 'expiry');

/** Records until a time that a token has signed a customer in, which it does once. */
export const recordCustomerToken = (
  portalId: string,
  id: string,
  until: number,
  usedAlready: () => Error,
): Change => ({
  put: { ...customerTokenKind.key(hashOf([portalId, id])), ttl: Math.ceil(until / 1000) },
  if: 'absent',
  onConditionFailed: usedAlready,
});
