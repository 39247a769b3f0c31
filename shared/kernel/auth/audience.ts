import type { Actor } from '../core/actor.ts';
import type { Scope } from '../core/scopes.ts';
import { allScopes, readScopes } from '../core/scopes.ts';

/**
 * The two audiences of access tokens; a token for one is rejected by the other (docs/specification.md,
 * "Credentials").
 */
export const audiences = ['mcp', 'api'] as const;
export type Audience = (typeof audiences)[number];

/** Through what a token of each audience changes things. */
export const channels: Record<Audience, Actor['via']> = { mcp: 'mcp', api: 'rest' };

const paths: Record<Audience, string> = { mcp: '/mcp', api: '/api/v1' };

/** The scope that a token of each audience carries by default. */
export const scopeOf = { mcp: 'mcp:access', api: 'stories:write' } as const satisfies Record<
  Audience,
  string
>;

/** What the tools of planning and feedback need, without those that manage a workspace. */
const planningScopes: readonly Scope[] = [
  ...readScopes,
  'teams:write',
  'stories:write',
  'comments:write',
  'labels:write',
  'sprints:write',
  'objectives:write',
  'schedule:write',
  'feedback:write',
];

/**
 * The OAuth scopes of each audience with the API scopes that they grant, the widest first. Over MCP, `mcp:access` is
 * everything that the user may do. Anyone who updates a story gets it in return, so `stories:write` grants reading it.
 */
const grantedScopes = {
  mcp: { 'mcp:access': allScopes, 'mcp:write': planningScopes, 'mcp:read': readScopes },
  api: { 'stories:write': ['stories:read', 'stories:write'] },
} as const satisfies Record<Audience, Record<string, readonly Scope[]>>;

export type OAuthScope = keyof (typeof grantedScopes)['mcp'] | keyof (typeof grantedScopes)['api'];

/** The OAuth scopes of an audience, the widest first. */
export const scopesOf = (audience: Audience): OAuthScope[] =>
  Object.keys(grantedScopes[audience]) as OAuthScope[];

/** Returns the scopes of an audience that a client names; none if it names no scope of the audience. */
export const scopesIn = (named: string | undefined, audience: Audience): OAuthScope[] => {
  const names = named?.split(' ') ?? [];
  return scopesOf(audience).filter((scope) => names.includes(scope));
};

/** The API scopes that OAuth scopes of an audience grant. */
export function machineScopes(audience: Audience, granted: readonly string[]): ReadonlySet<Scope> {
  const all: Record<string, readonly Scope[]> = grantedScopes[audience];
  return new Set(granted.flatMap((scope) => all[scope] ?? []));
}

/** Whether OAuth scopes allow nothing but reading. */
export const readsOnly = (granted: readonly string[]): boolean =>
  granted.every((scope) => scope === 'mcp:read');

/** The OAuth scopes of a token, each as narrow as the widest of its grant, which may have been narrowed since. */
export function scopesWithin(
  audience: Audience,
  named: readonly string[],
  granted: readonly OAuthScope[],
): OAuthScope[] {
  const order = scopesOf(audience);
  const rank = (scope: string) => order.findIndex((one) => one === scope);
  const widest = Math.min(...granted.map(rank));
  return [...new Set(named.map((scope) => order[Math.max(rank(scope), widest)]!))];
}

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
