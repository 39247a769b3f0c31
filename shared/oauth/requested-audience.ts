import { type Audience, audienceOf, resourceUrl, scopeOf } from '../auth/audience.ts';
import { OAuthError } from './oauth-error.ts';

/** Throws `invalid_target` where a token request names another resource than was consented to (RFC 8707). */
export function assertGrantedResource(
  resource: string | undefined,
  audience: Audience,
  baseUrl: string,
): void {
  if (resource === undefined || audienceOf(resource, baseUrl) === audience) return;
  throw new OAuthError('invalid_target', `The tokens are for ${resourceUrl(audience, baseUrl)} alone.`);
}

/** Throws `invalid_scope` where a refresh asks for nothing that was consented to (RFC 6749, section 6). */
export function assertGrantedScope(scope: string | undefined, audience: Audience): void {
  if (scope === undefined || scope.split(' ').includes(scopeOf[audience])) return;
  throw new OAuthError('invalid_scope', `The scope of these tokens is ${scopeOf[audience]}.`);
}
