import { createHash } from 'node:crypto';
import type { Grant } from '../auth/grant-store.ts';
import type { Audience } from '../auth/audience.ts';

/** A program as a person knows it: all that they have allowed one name at one host. */
export interface Connection {
  /** Names it in a form; says nothing of its grants. */
  id: string;
  clientName: string;
  redirectHost: string;
  audiences: readonly Audience[];
  /** Of the first of its grants. */
  createdAt: string;
  /** When a token was last made under any of them. */
  usedAt: string;
  grants: readonly Grant[];
}

/**
 * The connections that grants make up, the last used first. Many programs register anew each time they connect,
 * so their client ids say nothing to people; who is answered at the same host is the same to them.
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
        audiences: [...new Set(all.map(({ audience }) => audience))].sort().reverse(),
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

/** Whether a person has allowed something to a client, answered at a host. */
export const isAllowedAt = (grants: readonly Grant[], clientId: string, host: string): boolean =>
  grants.some((grant) => grant.clientId === clientId && placeOf(grant.redirectHost) === placeOf(host));

/** A host as it stays from one time to the next: a program on the device listens on another port each time. */
const placeOf = (redirectHost: string): string =>
  redirectHost.replace(/^(localhost|127\.0\.0\.1|\[::1\]):\d+$/, '$1');
