import { createHmac } from 'node:crypto';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { newUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import {
  getLatestChallenge,
  isRepeatable,
  useSignInCode,
  type Challenge,
  type UsedCode,
} from './challenge-store.ts';
import { isFramed } from '../session/cookies.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { fulfil } from './fulfil.ts';
import { findOriginPortal } from '../session/intent.ts';
import { beginFramedSession, beginSession, repeatSessionCookies } from '../session/session.ts';
import { signedInResponse } from './sign-in-response.ts';

/**
 * Signs a person in whose code is right, and uses the code up. Of two requests with one code that come at the same time,
 * one begins the session, and the other gets its cookies. Returns undefined if the code can no longer be used.
 */
export async function signInWithCode(
  browser: string,
  challenge: Challenge,
  call: WebCall,
): Promise<WebResponse | undefined> {
  const { read, request, services, now } = call;
  const userId = await findOrCreateUser(challenge.email, call);
  await fulfil(challenge.intent, userId, call);
  const { next } = challenge.intent;
  const used = { at: now.getTime(), userId, salt: services.randomBytes(32).toString('base64url') };
  const alsoWrite = [useSignInCode(browser, challenge, used, () => new CodeUsed())];
  const by = { alsoWrite, secret: sessionSecret(browser, used) };
  try {
    const framed = isFramed(request) ? await findOriginPortal(read, challenge.intent) : undefined;
    if (framed)
      return { ...redirectResponse(next), cookies: await beginFramedSession(userId, framed.id, call, by) };
    // The account is read now: a password may have been set since.
    const account = await getAccount(createReader(services.database), userId);
    const cookies = await beginSession(userId, account, call, { proven: true, ...by });
    return { ...(await signedInResponse(next, call)), cookies };
  } catch (error) {
    if (!(error instanceof CodeUsed)) throw error;
    const latest = await getLatestChallenge(createReader(services.database), browser);
    return latest && isRepeatable(latest, now) ? await repeatSignIn(browser, latest, call) : undefined;
  }
}

/**
 * The response to a code that has just signed in, for the browser that sends its form again: the cookies of the session
 * that began then. Returns undefined if that session has ended.
 */
export async function repeatSignIn(
  browser: string,
  { used, intent }: Challenge,
  call: WebCall,
): Promise<WebResponse | undefined> {
  const cookies = used && (await repeatSessionCookies(sessionSecret(browser, used), call));
  if (!cookies) return undefined;
  return { ...(await signedInResponse(intent.next, call)), cookies };
}

/**
 * The secret of the session that a code begins. It is made from the secret of the browser and from random bytes in the
 * table, so neither who reads the table nor who knows the browser's secret can make it.
 */
const sessionSecret = (browser: string, { userId, salt }: UsedCode): UserSecret =>
  newUserSecret(userId, () => createHmac('sha256', browser).update(salt).digest());

class CodeUsed extends Error {
  override name = 'CodeUsed';
}
