import { attributesOf } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import type { PrincipalKind } from '../core/caller.ts';
import type { Scope } from '../core/scopes.ts';
import type { Item, Reader, Change } from '../core/database.ts';

/** A stored machine credential, with a hash in place of its secret. */
export interface Credential {
  id: string;
  workspaceId: string;
  principalId: string;
  principalKind: PrincipalKind;
  /** The `since` of the membership it was created in; the credential ends with that membership. */
  memberSince: string | undefined;
  name: string;
  hash: string;
  scopes: readonly Scope[];
  /** The teams it is restricted to, or null if it can access all teams of its principal. */
  teamIds: readonly string[] | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** Whether it ends when its holder accepts the membership, since someone else has seen its secret. */
  untilAccepted: boolean;
  /** Whether what is written with it is only proposed. */
  proposes: boolean;
}

export const credentialKind = itemKind('C#', 'workspace first');
const credentialKey = credentialKind.key;

const credentialIdOf = credentialKind.idOf;

const credentialsOf = (workspaceId: string, principalId: string): string =>
  `M#${workspaceId}#${principalId}#C`;

/** A credential by its id, also if it was revoked or has expired; undefined if there is none. */
export async function getCredential(read: Reader, id: string): Promise<Credential | undefined> {
  const item = await read.get(credentialKey(id));
  return item && toCredential(item);
}

/** All credentials of a principal, newest first, including revoked and expired ones. */
export async function listCredentials(read: Reader, workspaceId: string, principalId: string) {
  return (await pageCredentials(read, { workspaceId, principalId }, { limit: 1_000 })).credentials;
}

/** Up to `limit` credentials of a principal, newest first, and the id after which there are more. */
export async function pageCredentials(
  read: Reader,
  { workspaceId, principalId }: { workspaceId: string; principalId: string },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ credentials: Credential[]; next: string | undefined }> {
  const keys = await read.query({
    index: 'list',
    partition: credentialsOf(workspaceId, principalId),
    limit: limit + 1,
    ...(after === undefined ? {} : { before: credentialKey(after).pk }),
  });
  const shown = keys.slice(0, limit);
  const items = await read.getMany(shown);
  return {
    credentials: items.filter((item) => item !== undefined).map(toCredential),
    next: keys.length > limit ? credentialIdOf(shown.at(-1)!) : undefined,
  };
}

/** Creates a credential; its condition fails where the id exists. */
export function putCredential(credential: Credential): Change {
  const { id, workspaceId, principalId, revokedAt, teamIds, untilAccepted, proposes, ...attributes } =
    credential;
  return {
    put: {
      ...credentialKey(id),
      ...attributes,
      inList: credentialsOf(workspaceId, principalId),
      workspaceId,
      principalId,
      ...(teamIds ? { teamIds } : {}),
      ...(revokedAt ? { revokedAt } : {}),
      ...(untilAccepted ? { untilAccepted } : {}),
      ...(proposes ? { proposes } : {}),
    },
    if: 'absent',
  };
}

/** Revokes a credential, effective with the next request. Throws `otherwise` if it is already revoked. */
export const revokeCredential = (id: string, now: Date, onConditionFailed: () => Error): Change => ({
  update: credentialKey(id),
  with: { set: { revokedAt: now.toISOString() } },
  if: { equals: { revokedAt: undefined } },
  onConditionFailed,
});

/**
 * Copied field by field: this runs with every request, and spreading the item cost a twelfth of a get's CPU
 * time.
 */
function toCredential(item: Item): Credential {
  const stored = attributesOf<Credential>(item);
  return {
    id: credentialIdOf(item),
    workspaceId: stored.workspaceId,
    principalId: stored.principalId,
    principalKind: stored.principalKind,
    memberSince: stored.memberSince,
    name: stored.name,
    hash: stored.hash,
    scopes: stored.scopes,
    teamIds: stored.teamIds ?? null,
    createdAt: stored.createdAt,
    expiresAt: stored.expiresAt,
    revokedAt: stored.revokedAt ?? null,
    untilAccepted: stored.untilAccepted ?? false,
    proposes: stored.proposes ?? false,
  };
}
