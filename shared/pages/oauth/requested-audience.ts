import { type Audience, audienceOf, resourceUrl, scopeOf } from '../../kernel/auth/audience.ts';
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

/** Throws `invalid_scope` if a refresh requests none of the consented scopes (RFC 6749, section 6). */
export function assertGrantedScope(scope: string | undefined, audience: Audience): void {
  if (scope === undefined || scope.split(' ').includes(scopeOf[audience])) return;
  throw new OAuthError('invalid_scope', `The scope of these tokens is ${scopeOf[audience]}.`);
}
