import { parseForm } from '../../kernel/api/http/form.ts';
import { oauthEndpoint } from './endpoint.ts';
import { exchangeCode } from './exchange-code.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';
import { refreshTokens } from './refresh.ts';

/** The token endpoint (RFC 6749, section 3.2): exchanges a code or a refresh token for tokens. */
export const issueTokens = oauthEndpoint({
  id: 'issueTokens',
  method: 'POST',
  path: '/oauth/token',
  handle: async (call) => {
    const form = parseForm(call.request);
    const { grant_type: grantType, client_id: clientId, client_secret: secret } = form;
    call.note({ grantType: grantType?.slice(0, 100) });
    if (call.request.headers['authorization'] !== undefined || secret !== undefined) {
      throw new OAuthError('invalid_client', 'Clients have no secret; send client_id only.');
    }
    if (!grantType) throw new OAuthError('invalid_request', 'grant_type is missing.');
    if (!clientId) throw new OAuthError('invalid_request', 'client_id is missing.');
    if (grantType === 'authorization_code') return oauthResponse(200, await exchangeCode(form, call));
    if (grantType === 'refresh_token') return oauthResponse(200, await refreshTokens(form, call));
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  },
});
