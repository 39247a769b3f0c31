import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { isDocumentUrl } from './client-document.ts';
import { getClient } from './client-store.ts';
import { oauthEndpoint } from './endpoint.ts';
import { exchangeCode } from './exchange-code.ts';
import { grantTypes, JWT_BEARER_GRANT } from './metadata.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';
import { refreshTokens } from './refresh.ts';

type Issue = (form: Form, call: WebCall) => Promise<object>;

/** The grants of people, whose clients are public. */
const publicGrants: Readonly<Record<string, Issue>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  // Loaded with the first of them: few deployments have any.
  [JWT_BEARER_GRANT]: async (form, call) =>
    await (await import('./assertion-grant.ts')).exchangeAssertion(form, call),
};

/**
 * Issues tokens to a public client. For one that is no longer registered, the error says so instead of what is wrong with its grant:
 * clients then register again, and on any other error try the same for ever (RFC 6749, section 5.2).
 */
async function issueToKnown(clientId: string, issue: Issue, form: Form, call: WebCall): Promise<object> {
  try {
    return await issue(form, call);
  } catch (error) {
    const isGrant = error instanceof OAuthError && error.code === 'invalid_grant';
    if (!isGrant || isDocumentUrl(clientId) || (await getClient(call.read, clientId, call.now))) throw error;
    throw new OAuthError(
      'invalid_client',
      'The client is unknown or its registration has expired: register it again.',
      { cause: error },
    );
  }
}

/** The token endpoint (RFC 6749, section 3.2): exchanges a code, a refresh token or an assertion for tokens. */
export const issueTokens = oauthEndpoint({
  id: 'issueTokens',
  method: 'POST',
  path: '/oauth/token',
  handle: async (call) => {
    const form = parseForm(call.request);
    const { grant_type: grantType, client_id: clientId, client_secret: secret } = form;
    call.note({ grantType: grantType?.slice(0, 100) });
    if (call.request.headers['authorization'] !== undefined || secret !== undefined) {
      throw new OAuthError(
        'invalid_client',
        'Clients have no secret: send client_id only, or client_assertion as a service account.',
      );
    }
    if (!grantType) throw new OAuthError('invalid_request', 'grant_type is missing.');
    if (grantType === 'client_credentials') {
      const { issueAgentToken } = await import('./agent-tokens.ts');
      return oauthResponse(200, await issueAgentToken(form, call));
    }
    const issue = Object.hasOwn(publicGrants, grantType) ? publicGrants[grantType] : undefined;
    if (!issue)
      throw new OAuthError('unsupported_grant_type', `grant_type must be ${grantTypes.join(' or ')}.`);
    if (!clientId) throw new OAuthError('invalid_request', 'client_id is missing.');
    return oauthResponse(200, await issueToKnown(clientId, issue, form, call));
  },
});
