import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { signAccessToken } from '../../kernel/auth/access-token.ts';
import {
  agentClientId,
  getAgentClient,
  parseAgentClientId,
  type AgentClient,
  type AgentPlace,
} from '../../kernel/auth/agent-client-store.ts';
import {
  audienceOf,
  audiences,
  resourceUrl,
  scopeOf,
  scopesOf,
  type Audience,
} from '../../kernel/auth/audience.ts';
import { agentAlgorithms } from '../../kernel/auth/key-set.ts';
import { readMembership, type Membership } from '../../kernel/auth/membership-store.ts';
import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { OAuthError } from './oauth-error.ts';
import { AssertionRefused, verifyAssertion } from './verify-assertion.ts';

const JWT_BEARER_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The types of a client assertion: none, the usual one, and that of draft-ietf-oauth-rfc7523bis. */
const TYPES = [undefined, 'jwt', 'client-authentication+jwt'];

/**
 * Issues an access token to a service account by the client credentials grant (RFC 6749, section 4.4), authenticated
 * with private_key_jwt (RFC 7523, section 2.2). There is no refresh token. Throws an OAuthError.
 */
export async function issueAgentToken(form: Form, call: WebCall): Promise<object> {
  const { place, client, membership } = await authenticateAgent(form, call);
  const { workspaceId, accountId } = place;
  await call.identify({
    kind: 'serviceAccount',
    principalId: accountId,
    credentialId: client.id,
    workspaceId,
  });
  const audience = requestedAudience(form, call.services.baseUrl());
  const scopes = requestedAgentScopes(form['scope'], audience, membership);
  const subject = { kind: 'agent', ...place } as const;
  const clientId = agentClientId(place);
  const granted = { subject, clientId, grantId: client.id, audience, scopes };
  const { token, expiresIn } = await signAccessToken(granted, call.services);
  call.note({ clientId, audience });
  return { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: scopes.join(' ') };
}

interface Agent {
  place: AgentPlace;
  client: AgentClient;
  membership: Membership;
}

/** The service account whose key has signed the assertion. One error for all that are unknown. */
async function authenticateAgent(form: Form, call: WebCall): Promise<Agent> {
  const { client_assertion: assertion, client_assertion_type: type, client_id: named } = form;
  if (!assertion || type !== JWT_BEARER_ASSERTION) {
    throw new OAuthError(
      'invalid_client',
      `Authenticate with client_assertion and client_assertion_type=${JWT_BEARER_ASSERTION}.`,
    );
  }
  const clientId = issuerOf(assertion);
  const place = clientId === undefined ? undefined : parseAgentClientId(clientId);
  if (!place || clientId === undefined || (named ?? clientId) !== clientId) throw unknownClient();
  const [client, membership] = await Promise.all([
    getAgentClient(call.read, place),
    readMembership(call.read, place.workspaceId, place.accountId),
  ]);
  if (!client || membership?.role !== null) throw unknownClient();
  call.present({ credentialId: client.id, workspaceId: place.workspaceId, proof: assertion });
  const issuer = call.services.baseUrl();
  try {
    await verifyAssertion(
      assertion,
      {
        issuer: clientId,
        subject: clientId,
        audiences: [issuer, `${issuer}/oauth/token`],
        types: TYPES,
        algorithms: agentAlgorithms,
        keys: client,
      },
      call,
    );
  } catch (error) {
    if (!(error instanceof AssertionRefused)) throw error;
    throw new OAuthError('invalid_client', `The client assertion ${error.message}.`, { cause: error });
  }
  return { place, client, membership };
}

/** The issuer that an assertion names, which is not verified yet; undefined if it is no JWT. */
function issuerOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const unknownClient = () =>
  new OAuthError(
    'invalid_client',
    'The client is unknown: iss and sub of the assertion, and client_id, must be the clientId of a service account.',
  );

/** The audience of the token: the requested resource or, by default, the one that the scopes belong to, or MCP. */
export function requestedAudience({ resource, audience, scope }: Form, baseUrl: string): Audience {
  const named = resource ?? audience;
  if (named !== undefined) {
    const found = audienceOf(named, baseUrl);
    if (found) return found;
    const known = audiences.map((one) => resourceUrl(one, baseUrl)).join(' or ');
    throw new OAuthError('invalid_target', `The resource must be ${known}.`);
  }
  const isMcp = scope === undefined || scope.split(' ').some((one) => one.startsWith('mcp:'));
  return isMcp ? 'mcp' : 'api';
}

/**
 * The scopes of the token: for MCP those of MCP, for the API those that the account has; by default all. Throws
 * `invalid_scope` if none of them is requested.
 */
function requestedAgentScopes(
  scope: string | undefined,
  audience: Audience,
  { scopes }: Membership,
): readonly string[] {
  const offered: readonly string[] = audience === 'mcp' ? scopesOf('mcp') : (scopes ?? []);
  if (scope === undefined) return audience === 'mcp' ? [scopeOf.mcp] : offered;
  const asked = scope.split(' ');
  const granted = offered.filter((one) => asked.includes(one));
  if (granted.length > 0) return granted;
  throw new OAuthError('invalid_scope', `The account can have the scopes ${offered.join(' ')} there.`);
}
