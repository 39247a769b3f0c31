import type { UserSecret } from '../auth/user-secret.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** Lifetime of a session in milliseconds. */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A browser session of a signed-in user. */
interface StoredSession {
  /** Password version of the account when the session began; undefined for a user without a password. */
  passwordSetAt?: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const sessionKey = ({ userId, hash }: UserSecret): Key => ({ pk: `U#${userId}`, sk: `SE#${hash}` });

export async function getSession(read: Reader, secret: UserSecret): Promise<StoredSession | undefined> {
  return (await read.get(sessionKey(secret))) as (Item & StoredSession) | undefined;
}

export const putSession = (secret: UserSecret, session: StoredSession): Change => ({
  put: { ...sessionKey(secret), ...session, ttl: Math.ceil(session.expiresAt / 1000) },
});

export const deleteSession = (secret: UserSecret): Change => ({ delete: sessionKey(secret) });
