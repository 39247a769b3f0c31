import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import type { PrincipalKind } from './caller.ts';
import type { Scope } from './scopes.ts';

/** A machine credential as kept: everything but its secret, of which there is only a hash. */
export interface Credential {
  id: string;
  workspaceId: string;
  principalId: string;
  principalKind: PrincipalKind;
  /** The `since` of the membership that it was made under, and ends with. */
  memberSince: string | undefined;
  name: string;
  hash: string;
  scopes: readonly Scope[];
  /** The only teams it reaches, or null where it reaches all of its principal's. */
  teamIds: readonly string[] | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

const credentialKey = (id: string): Key => entityKey(`C#${id}`);

const credentialsOf = (workspaceId: string, principalId: string): string =>
  `M#${workspaceId}#${principalId}#C`;

export async function getCredential(read: Reader, id: string): Promise<Credential | undefined> {
  const item = await read.get(credentialKey(id));
  return item && toCredential(item);
}

/** All credentials of a principal, newest first, the revoked and expired ones too. */
export async function listCredentials(read: Reader, workspaceId: string, principalId: string) {
  const keys = await read.query({
    index: 'list',
    partition: credentialsOf(workspaceId, principalId),
    limit: 1_000,
  });
  const items = await read.getMany(keys);
  return items.filter((item) => item !== undefined).map(toCredential);
}

export function putCredential(credential: Credential): Change {
  const { id, workspaceId, principalId, revokedAt, teamIds, ...attributes } = credential;
  return {
    put: {
      ...credentialKey(id),
      ...attributes,
      inList: credentialsOf(workspaceId, principalId),
      workspaceId,
      principalId,
      ...(teamIds ? { teamIds } : {}),
      ...(revokedAt ? { revokedAt } : {}),
    },
    if: 'absent',
  };
}

/** Ends a credential with the next request that uses it. */
export const revokeCredential = (id: string, now: Date, otherwise: () => Error): Change => ({
  update: credentialKey(id),
  with: { set: { revokedAt: now.toISOString() } },
  if: 'present',
  otherwise,
});

function toCredential(item: Item): Credential {
  const { pk, sk: _sk, inList: _inList, ...attributes } = item;
  return {
    memberSince: undefined,
    teamIds: null,
    revokedAt: null,
    ...attributes,
    id: pk.slice('C#'.length),
  } as unknown as Credential;
}
