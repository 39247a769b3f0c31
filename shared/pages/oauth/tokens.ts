import { signAccessToken } from '../../kernel/auth/access-token.ts';
import { scopesOfGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { refreshToken } from './refresh-token.ts';
import type { OAuthScope } from '../../kernel/auth/audience.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** Milliseconds until an unused grant expires. */
export const GRANT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * The response of the token endpoint (RFC 6749, section 5.1): a new access token, with all scopes of the grant or some
 * of them, and the grant's refresh token.
 */
export async function createTokenResponse(
  grant: Grant,
  call: WebCall,
  scopes: readonly OAuthScope[] = scopesOfGrant(grant),
): Promise<object> {
  const { userId, audience, clientId, id: grantId } = grant;
  const subject = { kind: 'person', userId } as const;
  const granted = { subject, clientId, grantId, audience, scopes };
  const { token, expiresIn } = await signAccessToken(granted, call.services);
  call.note({ clientId, grantId, audience, generation: grant.generation });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken(await call.services.keys('refreshToken'), grant),
    scope: scopes.join(' '),
  };
}
