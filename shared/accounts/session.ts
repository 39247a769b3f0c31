import { commit } from '../db/write.ts';
import { getUser, type User } from '../members/user-store.ts';
import { getAccount, type Account } from '../auth/account-store.ts';
import { clearCookie, cookieNames, setCookie } from './cookies.ts';
import { newDeviceCookie } from './known-device.ts';
import { deleteSession, getSession, putSession, SESSION_LIFETIME_MS } from './session-store.ts';
import { newUserSecret, parseUserSecret, type UserSecret } from '../auth/user-secret.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Somebody who has signed in with this browser. */
export interface Session {
  user: User;
  secret: UserSecret;
  /** Of the account that the user signed in with; what is begun in the session is over when that is. */
  passwordSetAt: string | undefined;
}

/** The session of a request, unless it has expired, was ended, or the password has been set anew since. */
export async function findSession({ request, read, now }: WebCall): Promise<Session | undefined> {
  const secret = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  if (!secret) return undefined;
  const [session, account, user] = await Promise.all([
    getSession(read, secret),
    getAccount(read, secret.userId),
    getUser(read, secret.userId),
  ]);
  const good =
    session && session.expiresAt > now.getTime() && session.passwordSetAt === account?.passwordSetAt;
  return good && user ? { user, secret, passwordSetAt: session.passwordSetAt } : undefined;
}

/**
 * Begins a session, always a new one, so that nobody can hand somebody else a session to sign in to. Gives the
 * cookies that keep it. `account` is the one that was verified: read again, it could have another password.
 */
export async function beginSession(
  userId: string,
  account: Account | undefined,
  call: WebCall,
): Promise<string[]> {
  const { request, now, services } = call;
  const secret = newUserSecret(userId, services.randomBytes);
  const passwordSetAt = account?.passwordSetAt;
  const before = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  await commit(services.database, [
    putSession(secret, { passwordSetAt, expiresAt: now.getTime() + SESSION_LIFETIME_MS }),
    ...(before ? [deleteSession(before)] : []),
  ]);
  call.note({ userId });
  return [
    setCookie(cookieNames.session, secret.text, SESSION_LIFETIME_MS / 1000),
    await newDeviceCookie(userId, account, call),
    clearCookie(cookieNames.visit),
  ];
}

/** Ends the session of a request, and gives the cookies that say so. */
export async function endSession({ request, services }: WebCall): Promise<string[]> {
  const secret = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  if (secret) await commit(services.database, [deleteSession(secret)]);
  return [clearCookie(cookieNames.session)];
}
