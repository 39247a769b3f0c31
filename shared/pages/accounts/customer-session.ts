import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { activeCustomerSecrets } from '../../feedback/portal/customer-secret.ts';
import { getCustomerSecrets } from '../../feedback/portal/customer-secret-store.ts';
import { cookieFor, cookieNames } from '../session/cookies.ts';
import { beginPortalSession, portalSecretOf, type Session } from '../session/session.ts';
import { deleteSession, getSession, recordCustomerToken } from '../session/session-store.ts';

/**
 * The session of a customer on a portal, or of a person who has signed in within a frame; undefined on every other one,
 * and once the secret that signed the token is no longer valid, or the person has set another password.
 */
export async function findCustomerSession(portalId: string, call: WebCall): Promise<Session | undefined> {
  const secret = portalSecretOf(call);
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
  const until = call.now.getTime() + token.forMs;
  const alsoWrite = [recordCustomerToken(portalId, token.id, until, () => new UsedToken())];
  try {
    return await beginPortalSession({ userId, customer: { portalId, secretId }, alsoWrite }, call);
  } catch (error) {
    if (error instanceof UsedToken) return undefined;
    throw error;
  }
}

/** Ends a customer's session and returns the cookies that clear it. */
export async function endCustomerSession(call: WebCall): Promise<string[]> {
  const secret = portalSecretOf(call);
  if (secret) await commit(call.services.database, [deleteSession(secret)]);
  return [cookieFor(call.request)(cookieNames.customer, '', 0)];
}

class UsedToken extends Error {
  override name = 'UsedToken';
}
