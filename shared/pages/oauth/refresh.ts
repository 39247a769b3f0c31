import type { Form } from '../../kernel/api/http/form.ts';
import { commit } from '../../kernel/db/write.ts';
import { getGrant, rotateGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { endGrant } from './recorded-grant.ts';
import { OAuthError } from './oauth-error.ts';
import { verifyRefreshToken, parseRefreshToken, type RefreshToken } from './refresh-token.ts';
import { GRANT_LIFETIME_MS, createTokenResponse } from './tokens.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { assertGrantedResource, requestedScopes } from './requested-audience.ts';

/** Milliseconds for which the previous refresh token still works, for clients that lost the response. */
const REFRESH_GRACE_MS = 30_000;

class RotatedMeanwhile extends Error {
  override name = 'RotatedMeanwhile';
}

/**
 * Exchanges a refresh token for new tokens and rotates it (RFC 9700, section 4.14.2). The previous one
 * returns the same new token for half a minute; any later reuse revokes the grant, because two parties have
 * the token. Throws an OAuthError.
 */
export async function refreshTokens(form: Form, call: WebCall): Promise<object> {
  const token = parseRefreshToken(form['refresh_token'] ?? '');
  if (!token)
    throw form['refresh_token']
      ? invalidGrant()
      : new OAuthError('invalid_request', 'refresh_token is missing.');
  const grant = await grantOf(token, form, call);
  const scopes = requestedScopes(form['scope'], grant);
  if (token.generation === grant.generation)
    return await createTokenResponse(await rotate(token, grant, form, call), call, scopes);
  return await createTokenResponse(await repeat(token, grant, call), call, scopes);
}

const invalidGrant = () =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is invalid or has been revoked; start a new authorization.',
  );

/** The grant of a genuine token that its own client presents for its own resource. */
async function grantOf(token: RefreshToken, form: Form, call: WebCall): Promise<Grant> {
  const { userId, grantId: id } = token;
  call.present({ credentialId: id, workspaceId: null, proof: form['refresh_token']! });
  const grant = await getGrant(call.read, { userId, id }, call.now);
  if (!grant || !verifyRefreshToken(token, await call.services.keys('refreshToken'), grant))
    throw invalidGrant();
  if (grant.clientId !== form['client_id']) {
    call.note({ mismatches: ['client'], grantId: id });
    throw invalidGrant();
  }
  // A connection's refreshes count as its requests do; before anything is written.
  await call.identify({ kind: 'user', principalId: userId, credentialId: id, workspaceId: null });
  assertGrantedResource(form['resource'], grant.audience, call.services.baseUrl());
  return grant;
}

async function rotate(token: RefreshToken, grant: Grant, form: Form, call: WebCall): Promise<Grant> {
  const next = { usedAt: call.now.toISOString(), endsAt: call.now.getTime() + GRANT_LIFETIME_MS };
  try {
    await commit(call.services.database, [rotateGrant(grant, next, () => new RotatedMeanwhile())]);
    return { ...grant, ...next, generation: grant.generation + 1 };
  } catch (error) {
    if (!(error instanceof RotatedMeanwhile)) throw error;
    // Concurrent uses of a token get the same response, unless the grant was revoked.
    return await repeat(token, await grantOf(token, form, call), call);
  }
}

/** The grant after the token's first use, if that was just now; otherwise the token was stolen or copied. */
async function repeat(token: RefreshToken, grant: Grant, call: WebCall): Promise<Grant> {
  const age = call.now.getTime() - Date.parse(grant.usedAt);
  if (token.generation === grant.generation - 1 && age <= REFRESH_GRACE_MS) {
    call.note({ repeated: true });
    return grant;
  }
  await endGrant(grant, 'system', call);
  call.note({ revoked: 'refresh token used again', grantId: grant.id, clientId: grant.clientId });
  throw invalidGrant();
}
