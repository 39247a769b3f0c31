import { attributesOf } from '../db/document.ts';
import { getAccount } from './account-store.ts';
import type { Audience } from './audience.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** What a user has allowed a client: one sign-in of one client, with the family of its refresh tokens. */
export interface Grant {
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** Where the client was answered, as people are shown it. */
  redirectHost: string;
  audience: Audience;
  /** Of the account that the user signed in with; undefined for a user without a password. */
  passwordSetAt?: string | undefined;
  createdAt: string;
  /** When a token was last made under it. */
  usedAt: string;
  /** How often its refresh token was replaced; only the one of this number is good. */
  generation: number;
  /** Goes into every refresh token's code, so that neither the table nor the key alone can make one. */
  seed: string;
  /** Milliseconds since 1970 from which it counts no more, unless it is used before. */
  endsAt: number;
}

const PREFIX = 'AG#';

/** Beside the user, so that all grants of one are read consistently in one query. */
const grantKey = ({ userId, id }: Pick<Grant, 'userId' | 'id'>): Key => ({
  pk: `U#${userId}`,
  sk: `${PREFIX}${id}`,
});

/**
 * The grant, unless it was revoked or has ended, or the user's password was set anew since they signed in for
 * it: whoever had the old one may have allowed it. Both are read in one turn.
 */
export async function getGrant(
  read: Reader,
  grant: Pick<Grant, 'userId' | 'id'>,
  now: Date,
): Promise<Grant | undefined> {
  const [item, account] = await Promise.all([read.get(grantKey(grant)), getAccount(read, grant.userId)]);
  return item && living(item, account?.passwordSetAt, now);
}

/** The grants of a user that hold with the password of now, newest first. */
export async function listGrants(
  read: Reader,
  { id, passwordSetAt }: { id: string; passwordSetAt: string | undefined },
  now: Date,
): Promise<Grant[]> {
  const items = await read.children(`U#${id}`, PREFIX);
  return items.flatMap((item) => living(item, passwordSetAt, now) ?? []);
}

/** A grant as it stands beside its user: its ids are in its key. */
type StoredGrant = Omit<Grant, 'id' | 'userId'> & { ttl: number; mark?: string };

function living(item: Item, passwordSetAt: string | undefined, now: Date): Grant | undefined {
  const { pk, sk, ttl: _ttl, mark: _mark, ...attributes } = attributesOf<StoredGrant>(item);
  const grant: Grant = { ...attributes, id: sk.slice(PREFIX.length), userId: pk.slice('U#'.length) };
  return grant.endsAt > now.getTime() && grant.passwordSetAt === passwordSetAt ? grant : undefined;
}

/** The change that keeps a new grant. */
export const putGrant = ({ id, userId, ...attributes }: Grant): Change => ({
  put: { ...grantKey({ id, userId }), ...attributes, ttl: Math.ceil(attributes.endsAt / 1000) },
});

/** Replaces the refresh token of a grant by its next; `writeConflict` is thrown where that was done meanwhile. */
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

/** Revokes a grant: every token made under it is refused from the next request on. */
export const deleteGrant = (grant: Pick<Grant, 'userId' | 'id'>): Change => ({ delete: grantKey(grant) });
