import type { Scope } from '../core/scopes.ts';
import { allScopes } from '../core/scopes.ts';

/** The two things that an access token can be for; one for the one is nothing to the other (docs/specification.md, "Credentials"). */
export const audiences = ['mcp', 'api'] as const;
export type Audience = (typeof audiences)[number];

const paths: Record<Audience, string> = { mcp: '/mcp', api: '/api/v1' };

/** The scope that a token of each audience carries. */
export const scopeOf: Record<Audience, string> = { mcp: 'mcp:access', api: 'stories:write' };

/** What the holder of a token of each audience may do as far as scopes go: over MCP all that the user may. */
export const machineScopes: Record<Audience, readonly Scope[]> = { mcp: allScopes, api: ['stories:write'] };

/** The resource indicator of an audience (RFC 8707): the very URL that a client calls. */
export const resourceUrl = (audience: Audience, baseUrl: string): string => baseUrl + paths[audience];

/** Where the metadata of an audience stands (RFC 9728, section 3.1). */
export const resourceMetadataUrl = (audience: Audience, baseUrl: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${paths[audience]}`;

/** The audience of a resource indicator, with or without a slash at its end; undefined for any other resource. */
export const audienceOf = (resource: string, baseUrl: string): Audience | undefined =>
  audiences.find((audience) =>
    [resource, resource.replace(/\/$/, '')].includes(resourceUrl(audience, baseUrl)),
  );
