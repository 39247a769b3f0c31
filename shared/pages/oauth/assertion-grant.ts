import type { JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { signAccessToken } from '../../kernel/auth/access-token.ts';
import { audienceOf, scopeOf, scopesIn, type Audience, type OAuthScope } from '../../kernel/auth/audience.ts';
import { providerAlgorithms } from '../../kernel/auth/key-set.ts';
import { getTrustId } from '../../kernel/auth/trust-store.ts';
import type { IdentityProvider } from '../../identity/identity-providers/identity-provider.ts';
import {
  findProvidersOf,
  getProviderItem,
  toIdentityProvider,
} from '../../identity/identity-providers/identity-provider-store.ts';
import { requestedAudience } from './agent-tokens.ts';
import { findClient } from './find-client.ts';
import { memberOfAssertion, vouchesFor } from './member-of-assertion.ts';
import { OAuthError } from './oauth-error.ts';
import { AssertionRefused, refused, verifyAssertion } from './verify-assertion.ts';

/**
 * Exchanges an identity assertion of a company's provider (an ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant)
 * for an access token of the person whom it vouches for, in the workspace that trusts the provider (RFC 7523, section
 * 2.1). There is no refresh token: the client asks the provider again. Throws an OAuthError.
 */
export async function exchangeAssertion(form: Form, call: WebCall): Promise<object> {
  const { assertion, client_id: clientId } = form;
  if (!assertion) throw new OAuthError('invalid_request', 'assertion is missing.');
  if (!clientId) throw new OAuthError('invalid_request', 'client_id is missing.');
  const provider = await providerOf(assertion, form, call);
  const payload = await verify(assertion, provider, call);
  if (payload['client_id'] !== clientId) throw refused('is for another client');
  const audience = grantedAudience(payload, form, call.services.baseUrl());
  const scopes = grantedScopes(payload, form, audience);
  const member = await memberOfAssertion(payload, provider, call);
  await findClient(clientId, member.userId, call);
  const { workspaceId, id: providerId } = provider;
  // The trust may have changed since: what was read of it is not enough.
  const grantId = await getTrustId(call.read, workspaceId, providerId);
  if (grantId === undefined) throw unknownIssuer();
  await call.identify({ kind: 'user', principalId: member.memberId, credentialId: grantId, workspaceId });
  const subject = { kind: 'managed', workspaceId, userId: member.userId, providerId } as const;
  const granted = { subject, clientId, grantId, audience, scopes };
  const { token, expiresIn } = await signAccessToken(granted, call.services);
  call.note({ clientId, audience, providerId });
  return { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: scopes.join(' ') };
}

const unknownIssuer = () =>
  refused('is of an issuer that no workspace trusts, or whose domains are not verified');

/** The verified provider that an assertion names as its issuer; with several, in the workspace that the form names. */
async function providerOf(assertion: string, form: Form, call: WebCall): Promise<IdentityProvider> {
  const { read } = call;
  const { iss: issuer, email } = unverified(assertion);
  if (issuer === undefined) throw refused('is not a valid JWT');
  const named = form['workspace_id']?.toLowerCase();
  const places = (await findProvidersOf(read, issuer)).filter(
    ({ workspaceId }) => (named ?? workspaceId) === workspaceId,
  );
  const items = await Promise.all(
    places.map(({ workspaceId, id }) => getProviderItem(read, workspaceId, id)),
  );
  const providers = items
    .flatMap((item) => (item ? [toIdentityProvider(item)] : []))
    .filter((one) => one.issuer === issuer && one.verifiedAt !== null);
  if (providers.length === 0) throw unknownIssuer();
  // Others may trust the same issuer for people of their own.
  const vouching = typeof email === 'string' ? providers.filter((one) => vouchesFor(one, email)) : providers;
  const [provider, ...others] = vouching.length > 0 ? vouching : providers;
  if (others.length === 0) return provider!;
  // Only to whom the issuer has given an assertion are they named.
  await verify(assertion, provider!, call);
  const ids = [provider!, ...others].map(({ workspaceId }) => workspaceId).join(', ');
  throw new OAuthError(
    'invalid_request',
    `Several workspaces trust the issuer; send workspace_id, one of ${ids}.`,
  );
}

/** What an assertion says of its issuer and its person, which is not verified yet; nothing if it is no JWT. */
function unverified(assertion: string): JWTPayload {
  try {
    return decodeJwt(assertion);
  } catch (error) {
    if (error instanceof errors.JOSEError) return {};
    throw error;
  }
}

async function verify(assertion: string, provider: IdentityProvider, call: WebCall): Promise<JWTPayload> {
  const { issuer, audience } = provider;
  try {
    return await verifyAssertion(
      assertion,
      {
        issuer,
        audiences: [audience],
        types: ['oauth-id-jag+jwt'],
        algorithms: providerAlgorithms,
        keys: { issuer },
      },
      call,
    );
  } catch (error) {
    if (!(error instanceof AssertionRefused)) throw error;
    throw refused(error.message, { cause: error });
  }
}

/** The resource that the assertion is for; the request may name it, and no other. */
function grantedAudience(payload: JWTPayload, form: Form, baseUrl: string): Audience {
  const { resource } = payload;
  if (resource === undefined) return requestedAudience(form, baseUrl);
  const granted = typeof resource === 'string' ? audienceOf(resource, baseUrl) : undefined;
  if (!granted)
    throw new OAuthError('invalid_target', 'The assertion is for a resource that is not of this server.');
  if (form['resource'] !== undefined && audienceOf(form['resource'], baseUrl) !== granted) {
    throw new OAuthError('invalid_target', 'The assertion is for another resource.');
  }
  return granted;
}

/** The scopes of the assertion that are requested; all of them by default. Throws `invalid_scope` if none is left. */
function grantedScopes(payload: JWTPayload, form: Form, audience: Audience): readonly OAuthScope[] {
  const { scope } = payload;
  const vouched = typeof scope === 'string' ? scopesIn(scope, audience) : [scopeOf[audience]];
  const isAll = vouched.some((one) => one === scopeOf.mcp);
  const asked = form['scope'] === undefined ? vouched : scopesIn(form['scope'], audience);
  const granted = asked.filter((one) => isAll || vouched.includes(one));
  if (granted.length > 0) return granted;
  throw new OAuthError(
    'invalid_scope',
    `The assertion allows the scopes ${vouched.join(' ') || 'of no resource here'}.`,
  );
}
