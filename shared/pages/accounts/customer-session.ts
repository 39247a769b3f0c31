import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { newUserSecret, parseUserSecret } from '../../kernel/auth/user-secret.ts';
import { commit } from '../../kernel/db/write.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { activeCustomerSecrets } from '../../feedback/portals/customer-secret.ts';
import { getCustomerSecrets } from '../../feedback/portals/customer-secret-store.ts';
import { cookieFor, cookieNames } from './cookies.ts';
import { AGENT_MAX_CHARACTERS, type Session } from './session.ts';
import {
  deleteSession,
  getSession,
  putSession,
  recordCustomerToken,
  SESSION_LIFETIME_MS,
} from './session-store.ts';

const secretOf = ({ request }: WebCall) => parseUserSecret(request.cookies[cookieNames.customer] ?? '');

/**
 * The session of a customer on a portal, or of a person who has signed in within a frame; undefined on every other one,
 * and once the secret that signed the token is no longer valid, or the person has set another password.
 */
export async function findCustomerSession(portalId: string, call: WebCall): Promise<Session | undefined> {
  const secret = secretOf(call);
  if (!secret) return undefined;
  const { read, now } = call;
  call.present({ credentialId: secret.userId, workspaceId: null, proof: secret.text });
  const [session, user, secrets] = await Promise.all([
    getSession(read, secret),
    getUser(read, secret.userId),
    getCustomerSecrets(read, portalId),
  ]);
  if (!user || !session || session.customer?.portalId !== portalId) return undefined;
  if (session.expiresAt <= now.getTime()) return undefined;
  const { secretId } = session.customer;
  const isValid =
    secretId === undefined
      ? (await getAccount(read, user.id))?.passwordSetAt === session.passwordSetAt
      : activeCustomerSecrets(secrets, now).some(({ id }) => id === secretId);
  if (!isValid) return undefined;
  return {
    user,
    secret,
    passwordSetAt: undefined,
    provenAt: undefined,
    startedAt: undefined,
    isCustomer: true,
  };
}

interface Begun {
  userId: string;
  portalId: string;
  secretId: string;
  /** The token's own id, and how long it is remembered in milliseconds. */
  token: { id: string; forMs: number };
}

/** Starts the session of a customer, once for each token. Returns its cookies; undefined for a token that was used. */
export async function beginCustomerSession(
  { userId, portalId, secretId, token }: Begun,
  call: WebCall,
): Promise<string[] | undefined> {
  const { request, now, services } = call;
  const secret = newUserSecret(userId, services.randomBytes);
  const before = secretOf(call);
  const changes = [
    recordCustomerToken(portalId, token.id, now.getTime() + token.forMs, () => new UsedToken()),
    putSession(secret, {
      expiresAt: now.getTime() + SESSION_LIFETIME_MS,
      startedAt: now.getTime(),
      agent: request.headers['user-agent']?.slice(0, AGENT_MAX_CHARACTERS),
      customer: { portalId, secretId },
    }),
    ...(before ? [deleteSession(before)] : []),
  ];
  try {
    await commit(services.database, changes);
  } catch (error) {
    if (error instanceof UsedToken) return undefined;
    throw error;
  }
  call.note({ userId });
  return [cookieFor(request)(cookieNames.customer, secret.text, SESSION_LIFETIME_MS / 1000)];
}

/**
 * Starts the session of a person who has signed in within a frame of another site, and returns its cookies. It is for the
 * portal in the frame and for no account, as that of a customer.
 */
export async function beginFramedSession(userId: string, portalId: string, call: WebCall): Promise<string[]> {
  const { request, read, now, services } = call;
  const secret = newUserSecret(userId, services.randomBytes);
  const before = secretOf(call);
  const account = await getAccount(read, userId);
  await commit(services.database, [
    putSession(secret, {
      passwordSetAt: account?.passwordSetAt,
      expiresAt: now.getTime() + SESSION_LIFETIME_MS,
      startedAt: now.getTime(),
      agent: request.headers['user-agent']?.slice(0, AGENT_MAX_CHARACTERS),
      customer: { portalId },
    }),
    ...(before ? [deleteSession(before)] : []),
  ]);
  call.note({ userId });
  return [cookieFor(request)(cookieNames.customer, secret.text, SESSION_LIFETIME_MS / 1000)];
}

/** Ends a customer's session and returns the cookies that clear it. */
export async function endCustomerSession(call: WebCall): Promise<string[]> {
  const secret = secretOf(call);
  if (secret) await commit(call.services.database, [deleteSession(secret)]);
  return [cookieFor(call.request)(cookieNames.customer, '', 0)];
}

class UsedToken extends Error {
  override name = 'UsedToken';
}
