import { createHash } from 'node:crypto';
import { scopesOfGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { readsOnly, type Audience, type OAuthScope } from '../../kernel/auth/audience.ts';

/** A connected application as a person knows it: all grants to one name at one host. */
export interface Connection {
  /** Identifies it in a form without revealing its grants. */
  id: string;
  clientName: string;
  redirectHost: string;
  /** What it may do, by audience: the OAuth scopes of its grants together. */
  rights: readonly (readonly [Audience, readonly OAuthScope[]])[];
  /** The teams that its grants are limited to together; undefined if one of them reaches all. */
  teamIds: readonly string[] | undefined;
  /** Whether it reads what visitors have written, over MCP. */
  readsVisitors: boolean;
  /** Whether some of what it writes over MCP is not only proposed. */
  writesDirectly: boolean;
  /** When the first of its grants was created. */
  createdAt: string;
  /** When a token was last issued under any of them. */
  usedAt: string;
  grants: readonly Grant[];
}

/**
 * Groups grants into connections, most recently used first. Many programs register again on each connection,
 * so client ids mean nothing to people; the same name at the same host counts as the same application.
 */
export function connectionsOf(grants: readonly Grant[]): Connection[] {
  const groups = Map.groupBy(grants, connectionId);
  return [...groups]
    .map(([id, [first, ...more]]): Connection => {
      const all = [first!, ...more];
      return {
        id,
        clientName: first!.clientName,
        redirectHost: first!.redirectHost,
        rights: [...Map.groupBy(all, ({ audience }) => audience)]
          .map(([audience, some]) => [audience, some.flatMap(scopesOfGrant)] as const)
          .sort(([one], [other]) => (one < other ? 1 : -1)),
        teamIds: all.every(({ teamIds }) => teamIds !== undefined)
          ? [...new Set(all.flatMap(({ teamIds = [] }) => teamIds))]
          : undefined,
        readsVisitors: all.some(({ audience, content }) => audience === 'mcp' && content !== 'members'),
        writesDirectly: all.some(
          (one) => one.audience === 'mcp' && !readsOnly(scopesOfGrant(one)) && one.writes !== 'proposed',
        ),
        createdAt: all.map(({ createdAt }) => createdAt).sort()[0]!,
        usedAt: all
          .map(({ usedAt }) => usedAt)
          .sort()
          .at(-1)!,
        grants: all,
      };
    })
    .sort((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
}

const connectionId = ({ userId, clientName, redirectHost }: Grant): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, clientName, placeOf(redirectHost)]))
    .digest('base64url');

/** Whether a person has granted access to a client at a host. */
export const isAllowedAt = (grants: readonly Grant[], clientId: string, host: string): boolean =>
  grants.some((grant) => grant.clientId === clientId && placeOf(grant.redirectHost) === placeOf(host));

/**
 * A host without what varies between connections: a program on the device listens on a different port each
 * time.
 */
const placeOf = (redirectHost: string): string =>
  redirectHost.replace(/^(localhost|127\.0\.0\.1|\[::1\]):\d+$/, '$1');
