import { attributesOf } from '../db/document.ts';
import { getAccount } from './account-store.ts';
import { scopeOf, type Audience, type OAuthScope } from './audience.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';
import { userKind, userPartition } from './user-kind.ts';

/** Whose text a grant shows, if not everybody's. */
export type GrantContent = 'members';

/** A user's grant to a client: one sign-in of one client, with its family of refresh tokens. */
export interface Grant {
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** The client's redirect URI, as shown to people. */
  redirectHost: string;
  audience: Audience;
  /** The OAuth scopes that were granted; undefined for the audience's default. */
  scopes?: readonly OAuthScope[] | undefined;
  /** The teams that the person limited it to; undefined for all that they are in. */
  teamIds?: readonly string[] | undefined;
  /** `members` withholds the text of visitors over MCP; undefined withholds nothing. */
  content?: GrantContent | undefined;
  /** `proposed` if what it writes is only proposed. */
  writes?: 'proposed' | undefined;
  /** Password version of the account; undefined for a user without a password. */
  passwordSetAt?: string | undefined;
  createdAt: string;
  /** When a token was last issued. */
  usedAt: string;
  /** Number of refresh-token rotations; only the token of this generation is valid. */
  generation: number;
  /**
   * Part of every refresh token's MAC, so that neither the table nor the key alone is enough to forge one.
   */
  seed: string;
  /** Milliseconds since 1970 at which it expires unless it is used before. */
  endsAt: number;
}

export const scopesOfGrant = ({
  scopes,
  audience,
}: Pick<Grant, 'scopes' | 'audience'>): readonly OAuthScope[] => scopes ?? [scopeOf[audience]];

const PREFIX = 'AG#';

/** Stored next to the user, so that one query reads all grants of a user with strong consistency. */
const grantKey = ({ userId, id }: Pick<Grant, 'userId' | 'id'>): Key => ({
  pk: userPartition(userId),
  sk: `${PREFIX}${id}`,
});

/**
 * Returns the grant, unless it was revoked, has expired, or the user's password has changed since: anyone who
 * knew the old password may have approved it. Both reads share a batch.
 */
export async function getGrant(
  read: Reader,
  grant: Pick<Grant, 'userId' | 'id'>,
  now: Date,
): Promise<Grant | undefined> {
  const [item, account] = await Promise.all([read.get(grantKey(grant)), getAccount(read, grant.userId)]);
  return item && living(item, account?.passwordSetAt, now);
}

/** A user's active grants, newest first. */
export async function listGrants(
  read: Reader,
  { id, passwordSetAt }: { id: string; passwordSetAt: string | undefined },
  now: Date,
): Promise<Grant[]> {
  const items = await read.children(userPartition(id), PREFIX);
  return items.flatMap((item) => living(item, passwordSetAt, now) ?? []);
}

/** A grant as stored next to its user; its ids are in its key. */
type StoredGrant = Omit<Grant, 'id' | 'userId'> & { ttl: number; mark?: string };

function living(item: Item, passwordSetAt: string | undefined, now: Date): Grant | undefined {
  const { pk, sk, ttl: _ttl, mark: _mark, ...attributes } = attributesOf<StoredGrant>(item);
  const grant: Grant = { ...attributes, id: sk.slice(PREFIX.length), userId: userKind.idOf({ pk }) };
  return grant.endsAt > now.getTime() && grant.passwordSetAt === passwordSetAt ? grant : undefined;
}

/** Creates a grant. */
export const putGrant = ({ id, userId, ...attributes }: Grant): Change => ({
  put: { ...grantKey({ id, userId }), ...attributes, ttl: Math.ceil(attributes.endsAt / 1000) },
});

/** Rotates a grant's refresh token. Throws `writeConflict` if it was rotated concurrently. */
export const rotateGrant = (
  grant: Grant,
  { usedAt, endsAt }: Pick<Grant, 'usedAt' | 'endsAt'>,
  writeConflict: () => Error,
): Change => ({
  update: grantKey(grant),
  with: {
    set: { generation: grant.generation + 1, usedAt, endsAt, ttl: Math.ceil(endsAt / 1000) },
  },
  if: { equals: { generation: grant.generation } },
  onConditionFailed: writeConflict,
});

/** Narrows what a grant allows, effective with the next request. Throws `gone` for one that was revoked meanwhile. */
export const narrowGrant = (
  grant: Grant,
  { scopes, teamIds, content, writes }: Pick<Grant, 'scopes' | 'teamIds' | 'content' | 'writes'>,
  gone: () => Error,
): Change => ({
  update: grantKey(grant),
  with: {
    set: {
      ...(scopes ? { scopes } : {}),
      ...(teamIds ? { teamIds } : {}),
      ...(content ? { content } : {}),
      ...(writes ? { writes } : {}),
    },
  },
  // Of two that narrow it at once, neither brings back what the other took away.
  if: {
    equals: {
      scopes: grant.scopes,
      teamIds: grant.teamIds,
      content: grant.content,
      writes: grant.writes,
    },
  },
  onConditionFailed: gone,
});

/** Revokes a grant and every token issued under it, effective with the next request. */
export const deleteGrant = (grant: Pick<Grant, 'userId' | 'id'>): Change => ({ delete: grantKey(grant) });
