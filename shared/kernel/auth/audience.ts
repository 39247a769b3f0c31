import type { Actor } from '../core/actor.ts';
import type { Scope } from '../core/scopes.ts';
import { allScopes } from '../core/scopes.ts';

/**
 * The two audiences of access tokens; a token for one is rejected by the other (docs/specification.md,
 * "Credentials").
 */
export const audiences = ['mcp', 'api'] as const;
export type Audience = (typeof audiences)[number];

/** Through what a token of each audience changes things. */
export const channels: Record<Audience, Actor['via']> = { mcp: 'mcp', api: 'rest' };

const paths: Record<Audience, string> = { mcp: '/mcp', api: '/api/v1' };

/** The scope that a token of each audience carries. */
export const scopeOf: Record<Audience, string> = { mcp: 'mcp:access', api: 'stories:write' };

/**
 * The API scopes granted to tokens of each audience: over MCP, everything that the user may do. Anyone who updates a
 * story gets it in return, so reading it beforehand grants nothing more.
 */
export const machineScopes: Record<Audience, readonly Scope[]> = {
  mcp: allScopes,
  api: ['stories:read', 'stories:write'],
};

/** The resource indicator of an audience (RFC 8707): the URL that clients call. */
export const resourceUrl = (audience: Audience, baseUrl: string): string => baseUrl + paths[audience];

/** The metadata URL of an audience (RFC 9728, section 3.1). */
export const resourceMetadataUrl = (audience: Audience, baseUrl: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${paths[audience]}`;

/**
 * Returns the audience of a resource indicator, with or without a trailing slash; undefined for any other
 * resource.
 */
export const audienceOf = (resource: string, baseUrl: string): Audience | undefined =>
  audiences.find((audience) =>
    [resource, resource.replace(/\/$/, '')].includes(resourceUrl(audience, baseUrl)),
  );
