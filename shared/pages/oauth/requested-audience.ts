import { type Audience, audienceOf, resourceUrl, type OAuthScope } from '../../kernel/auth/audience.ts';
import { scopesOfGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { OAuthError } from './oauth-error.ts';

/** Throws `invalid_target` if a token request names another resource than the one consented to (RFC 8707). */
export function assertGrantedResource(
  resource: string | undefined,
  audience: Audience,
  baseUrl: string,
): void {
  if (resource === undefined || audienceOf(resource, baseUrl) === audience) return;
  throw new OAuthError('invalid_target', `The tokens are only for ${resourceUrl(audience, baseUrl)}.`);
}

/**
 * Returns the scopes of new tokens: those of the grant that a refresh requests, by default all of them. Throws
 * `invalid_scope` if it requests none of them, or any other (RFC 6749, sections 5.2 and 6).
 */
export function requestedScopes(
  scope: string | undefined,
  grant: Pick<Grant, 'scopes' | 'audience'>,
): readonly OAuthScope[] {
  const granted = scopesOfGrant(grant);
  if (scope === undefined) return granted;
  const named = new Set<string>(scope.split(' ').filter(Boolean));
  const requested = granted.filter((one) => named.has(one));
  if (requested.length > 0 && requested.length === named.size) return requested;
  throw new OAuthError('invalid_scope', `The scope of these tokens is ${granted.join(' ')}.`);
}
