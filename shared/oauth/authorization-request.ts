import { parseParameters, type Form } from '../api/http/form.ts';
import type { Client } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { isRegistered, withPlainHost } from './redirect-uri.ts';
import { audienceOf, audiences, scopeOf, type Audience } from '../auth/audience.ts';

/** What a client asks a user for, judged. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  audience: Audience;
  /** The S256 challenge of PKCE. */
  challenge: string;
  state: string | undefined;
}

/** The parameters of an authorization request that count here; others are let be (RFC 6749, section 3.1). */
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

/** What was asked: the parameters, and the names of those that count here and came more than once. */
export interface RawAuthorizationRequest {
  form: Form;
  repeated: readonly string[];
}

/** Reads a request. Of a parameter that came more than once the first counts, so that its client can be told. */
export function parseAuthorizationRequest(query: URLSearchParams): RawAuthorizationRequest {
  const firsts = new Map([...query].reverse());
  return {
    form: parseParameters(new URLSearchParams([...firsts])),
    repeated: requestParameters.filter((name) => query.getAll(name).length > 1),
  };
}

/** Throws where the parameters that say who asks came more than once (RFC 6749, section 3.1). */
export function assertSingleClient({ form, repeated }: RawAuthorizationRequest): string {
  const [name] = repeated.filter((one) => one === 'client_id' || one === 'redirect_uri');
  if (name) throw new OAuthError('invalid_request', `${name} must be given once.`);
  if (form['client_id'] === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  return form['client_id'];
}

/** Where the client is answered. Throws where it must not be: nobody is sent to an address that is not its own. */
export function validateRedirect({ form }: RawAuthorizationRequest, client: Client): string {
  if (form['redirect_uri'] === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.');
  const uri = withPlainHost(form['redirect_uri']);
  if (isRegistered(uri, client.redirectUris)) return uri;
  throw new OAuthError(
    'invalid_redirect_uri',
    'The redirect_uri is not one of those that the client has registered.',
  );
}

/** The rest of the request. What is wrong with it is for the client to be told, by a redirect. */
export function validateAuthorizationRequest(
  { form, repeated: [repeated] }: RawAuthorizationRequest,
  baseUrl: string,
): Pick<AuthorizationRequest, 'audience' | 'challenge'> {
  // Several resources are allowed to be asked for, and to be refused (RFC 8707, section 2).
  if (repeated === 'resource') throw new OAuthError('invalid_target', 'Only one resource can be asked for.');
  if (repeated) throw new OAuthError('invalid_request', `${repeated} must be given once.`);
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
      'PKCE is needed: a code_challenge with code_challenge_method S256.',
    );
  }
  return { audience: validateResource(form, baseUrl), challenge };
}

/**
 * What the tokens will be for: the resource that is named, or where none is, the one that the scopes belong to.
 * Clients ask for all scopes that the metadata list, so those of another resource are passed over.
 */
function validateResource({ resource, scope }: Form, baseUrl: string): Audience {
  const scopes = scope?.split(' ').filter(Boolean) ?? [];
  const offered = audiences.filter((one) => scopes.length === 0 || scopes.includes(scopeOf[one]));
  const named = resource === undefined ? undefined : audienceOf(resource, baseUrl);
  if (resource !== undefined && !named) {
    throw new OAuthError('invalid_target', 'The resource is none of this server.');
  }
  const [audience] = named ? offered.filter((one) => one === named) : offered;
  if (audience) return audience;
  throw new OAuthError('invalid_scope', `The scope must include ${named ? scopeOf[named] : scopeOf.mcp}.`);
}
