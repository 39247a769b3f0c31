import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { Client } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { isRegistered, withPlainHost } from './redirect-uri.ts';
import {
  audienceOf,
  audiences,
  scopeOf,
  scopesIn,
  scopesWithin,
  scopesOf,
  type Audience,
  type OAuthScope,
} from '../../kernel/auth/audience.ts';

/** A validated authorization request. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  audience: Audience;
  /** The OAuth scopes that the client asks for, the widest first. */
  scopes: readonly OAuthScope[];
  /** The S256 challenge of PKCE. */
  challenge: string;
  state: string | undefined;
}

/** The supported parameters of an authorization request; others are ignored (RFC 6749, section 3.1). */
export const requestParameters = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
] as const;

/** The parameters of a request, and the names of supported ones that were repeated. */
export interface RawAuthorizationRequest {
  form: Form;
  repeated: readonly string[];
}

/** Parses a request. The first value of a repeated parameter counts, so that the error can be sent to the client. */
export function parseAuthorizationRequest(query: URLSearchParams): RawAuthorizationRequest {
  const firsts = new Map([...query].reverse());
  return {
    form: parseParameters(new URLSearchParams([...firsts])),
    repeated: requestParameters.filter((name) => query.getAll(name).length > 1),
  };
}

/** Throws if client_id or redirect_uri is repeated (RFC 6749, section 3.1). */
export function assertSingleClient({ form, repeated }: RawAuthorizationRequest): string {
  const [name] = repeated.filter((one) => one === 'client_id' || one === 'redirect_uri');
  if (name) throw new OAuthError('invalid_request', `${name} must not be repeated.`);
  if (form['client_id'] === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  return form['client_id'];
}

/**
 * Returns the redirect URI. Throws if it is not the client's: no one is redirected to an unregistered
 * address.
 */
export function validateRedirect({ form }: RawAuthorizationRequest, client: Client): string {
  if (form['redirect_uri'] === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.');
  const uri = withPlainHost(form['redirect_uri']);
  if (isRegistered(uri, client.redirectUris)) return uri;
  throw new OAuthError('invalid_redirect_uri', 'The redirect_uri is not registered for this client.');
}

/** Validates the rest of the request. Errors are reported to the client by redirect. */
export function validateAuthorizationRequest(
  { form, repeated: [repeated] }: RawAuthorizationRequest,
  client: Pick<Client, 'scope'>,
  baseUrl: string,
): Pick<AuthorizationRequest, 'audience' | 'scopes' | 'challenge'> {
  // Several resources may be requested, and may be refused (RFC 8707, section 2).
  if (repeated === 'resource') throw new OAuthError('invalid_target', 'Only one resource can be requested.');
  if (repeated) throw new OAuthError('invalid_request', `${repeated} must not be repeated.`);
  if (form['response_type'] === undefined)
    throw new OAuthError('invalid_request', 'response_type is missing.');
  if (form['response_type'] !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  if ((form['response_mode'] ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  }
  const { code_challenge: challenge, code_challenge_method: method } = form;
  if (!challenge || method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError(
      'invalid_request',
      'PKCE is required: send code_challenge with code_challenge_method=S256.',
    );
  }
  const audience = validateResource(form, baseUrl);
  const named = scopesIn(form['scope'], audience);
  const asked = named.length > 0 ? named : [scopeOf[audience]];
  // SDKs ask for what the challenge names, whatever they have registered for.
  const registered = scopesIn(client.scope, audience);
  const scopes = registered.length > 0 ? scopesWithin(audience, asked, registered) : asked;
  return { audience, scopes, challenge };
}

/**
 * The audience of the tokens: the requested resource or, by default, the one that the scopes belong to.
 * Clients request all scopes listed in the metadata, so scopes of the other resource are ignored.
 */
function validateResource({ resource, scope }: Form, baseUrl: string): Audience {
  const scopes = scope?.split(' ').filter(Boolean) ?? [];
  const offered = audiences.filter((one) => scopes.length === 0 || scopesIn(scope, one).length > 0);
  const named = resource === undefined ? undefined : audienceOf(resource, baseUrl);
  if (resource !== undefined && !named) {
    throw new OAuthError('invalid_target', 'The resource is unknown to this server.');
  }
  const [audience] = named ? offered.filter((one) => one === named) : offered;
  if (audience) return audience;
  const known = scopesOf(named ?? 'mcp').join(' or ');
  throw new OAuthError('invalid_scope', `The scope must include ${known}.`);
}
