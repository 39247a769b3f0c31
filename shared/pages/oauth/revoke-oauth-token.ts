import { parseForm } from '../../kernel/api/http/form.ts';
import { verifyAccessToken } from '../../kernel/auth/access-token.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { oauthEndpoint } from './endpoint.ts';
import { getGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { endGrant } from './recorded-grant.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';
import { verifyRefreshToken, parseRefreshToken } from './refresh-token.ts';
import { audiences } from '../../kernel/auth/audience.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/**
 * Revokes a grant by any of its tokens (RFC 7009), and thereby all of them. Invalid or unknown tokens get the
 * same response, since nothing is left to do.
 */
export const revokeOAuthToken = oauthEndpoint({
  id: 'revokeOAuthToken',
  method: 'POST',
  path: '/oauth/revoke',
  handle: async (call) => {
    const { token, client_id: clientId } = parseForm(call.request);
    if (!token) throw new OAuthError('invalid_request', 'token is missing.');
    const grant = (await grantOfRefreshToken(token, call)) ?? (await grantOfAccessToken(token, call));
    if (grant && (clientId === undefined || clientId === grant.clientId)) {
      await endGrant(grant, 'client', call);
      call.note({ revoked: 'by its client', grantId: grant.id, clientId: grant.clientId });
    }
    return oauthResponse(200, {});
  },
});

async function grantOfRefreshToken(text: string, call: WebCall): Promise<Grant | undefined> {
  const token = parseRefreshToken(text);
  const grant = token && (await getGrant(call.read, { userId: token.userId, id: token.grantId }, call.now));
  return grant && verifyRefreshToken(token, await call.services.keys('refreshToken'), grant)
    ? grant
    : undefined;
}

async function grantOfAccessToken(
  text: string,
  { read, now, services }: WebCall,
): Promise<Grant | undefined> {
  for (const audience of audiences) {
    try {
      const claims = await verifyAccessToken(
        { authorization: `Bearer ${text}` },
        new URLSearchParams(),
        audience,
        services,
      );
      if (claims.subject.kind !== 'person') throw notRevocable();
      return await getGrant(read, { userId: claims.subject.userId, id: claims.grantId }, now);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return undefined;
}

/** Tokens without a grant expire within minutes, or end with what they were issued for (RFC 7009, section 2.2.1). */
const notRevocable = () =>
  new OAuthError(
    'unsupported_token_type',
    'This token has no grant to revoke: it expires soon, or ends with the keys of its client.',
  );
