import { createHash, timingSafeEqual } from 'node:crypto';
import type { Form } from '../../kernel/api/http/form.ts';
import { getAccount, type Account } from '../../kernel/auth/account-store.ts';
import { commit } from '../../kernel/db/write.ts';
import { newId } from '../../kernel/core/id.ts';
import { getCode, consumeAuthorizationCode, type AuthorizationCode } from './code-store.ts';
import { putGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { endGrant, recordGrant } from './recorded-grant.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectHost, withPlainHost } from './redirect-uri.ts';
import { GRANT_LIFETIME_MS, createTokenResponse } from './tokens.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { assertGrantedResource } from './requested-audience.ts';

class CodeUsed extends Error {
  override name = 'CodeUsed';
}

/**
 * Exchanges an authorization code for tokens (RFC 6749, section 4.1.3, with PKCE), once. A reused code was
 * seen by two parties, so its grant is revoked (RFC 9700, section 2.1.1). Throws an OAuthError.
 */
export async function exchangeCode(form: Form, call: WebCall): Promise<object> {
  const { code: text } = form;
  if (!text) throw new OAuthError('invalid_request', 'code is missing.');
  if (!form['code_verifier']) throw new OAuthError('invalid_request', 'code_verifier is missing.');
  const code = await getCode(call.read, text);
  if (!code) throw invalidGrant();
  if (code.grantId) throw await revokeUsed(text, call);
  validateCode(code, await getAccount(call.read, code.userId), form, call);
  const grant = newGrant(code, call);
  try {
    await commit(call.services.database, [
      consumeAuthorizationCode(text, grant.id, () => new CodeUsed()),
      putGrant(grant),
      recordGrant(grant, 'created', call),
    ]);
  } catch (error) {
    if (error instanceof CodeUsed) throw await revokeUsed(text, call);
    throw error;
  }
  return await createTokenResponse(grant, call);
}

/**
 * The same error for a code that is unknown, expired, used, another client's, or from before a password
 * change.
 */
const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The code is invalid or has expired; start a new authorization.');

function validateCode(
  code: AuthorizationCode,
  account: Account | undefined,
  form: Form,
  { now, note, services }: WebCall,
): void {
  // OAuth 2.1 omits it, since PKCE binds the code; if a client sends it, it must match.
  const { redirect_uri: redirectUri } = form;
  const mismatches = {
    expired: code.expiresAt <= now.getTime(),
    password: code.passwordSetAt !== account?.passwordSetAt,
    client: code.clientId !== form['client_id'],
    redirect: redirectUri !== undefined && withPlainHost(redirectUri) !== code.redirectUri,
    verifier: !matchesChallenge(form['code_verifier'], code.challenge),
  };
  const reasons = Object.entries(mismatches).flatMap(([name, wrong]) => (wrong ? name : []));
  if (reasons.length > 0) {
    note({ mismatches: reasons });
    throw invalidGrant();
  }
  assertGrantedResource(form['resource'], code.audience, services.baseUrl());
}

/** Whether a verifier is well-formed and hashes to the challenge (RFC 7636, section 4.6). */
function matchesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (!verifier || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const hash = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(hash), Buffer.from(challenge));
}

function newGrant(code: AuthorizationCode, { services, now }: WebCall): Grant {
  const {
    userId,
    clientId,
    clientName,
    redirectUri,
    audience,
    scopes,
    teamIds,
    content,
    writes,
    passwordSetAt,
  } = code;
  return {
    id: newId(now),
    userId,
    clientId,
    clientName,
    redirectHost: redirectHost(redirectUri),
    audience,
    scopes,
    teamIds,
    content,
    writes,
    passwordSetAt,
    createdAt: now.toISOString(),
    usedAt: now.toISOString(),
    generation: 0,
    seed: services.randomBytes(32).toString('base64url'),
    endsAt: now.getTime() + GRANT_LIFETIME_MS,
  };
}

/** Reads the code again, in case of a concurrent second request. */
async function revokeUsed(text: string, call: WebCall): Promise<OAuthError> {
  const { userId, grantId, clientId, clientName } = (await getCode(call.read, text))!;
  await endGrant({ userId, id: grantId!, clientName }, 'system', call);
  call.note({ revoked: 'code used twice', grantId, clientId });
  return invalidGrant();
}
