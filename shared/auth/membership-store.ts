import type { Key, Reader, Item } from '../core/database.ts';
import { entityKey } from '../db/table.ts';
import type { Role } from '../core/caller.ts';
import { idFromBytes } from '../core/id.ts';

/** A principal's place in a workspace: a member or a service account, and the teams it is in now. */
export const membershipKey = (workspaceId: string, principalId: string): Key =>
  entityKey(`M#${workspaceId}#${principalId}`);

/** What authority is decided from. */
export interface Membership {
  /** Null for a service account. */
  role: Role | null;
  teamIds: ReadonlySet<string>;
  /** When it began; only credentials made under it count, none from before a removal. */
  since: string | undefined;
  /** The person behind it, whom no workspace is told; undefined for a service account. */
  userId: string | undefined;
  /** Whether the person has accepted it: only then it counts for what acts for them across workspaces. */
  accepted: boolean;
}

export const getMemberItem = (read: Reader, workspaceId: string, principalId: string) =>
  read.get(membershipKey(workspaceId, principalId));

export async function getMembership(
  read: Reader,
  workspaceId: string,
  principalId: string,
): Promise<Membership | undefined> {
  const item = await getMemberItem(read, workspaceId, principalId);
  return item && toMembership(item);
}

export const toMembership = (item: Item): Membership => ({
  role: (item['role'] as Role | undefined) ?? null,
  teamIds: joinedTeams(item),
  since: item['since'] as string | undefined,
  userId: userIdOf(item),
  accepted: item['acceptedAt'] !== undefined,
});

/** The user behind a membership, whom no workspace is told. */
export const userIdOf = (item: Item): string | undefined => item['userId'] as string | undefined;

/** The teams in a membership item. They are kept as a set of 16-byte ids, a third of their size as text. */
export function joinedTeams(item: Item): ReadonlySet<string> {
  const ids = (item['teamIds'] as Set<Uint8Array> | undefined) ?? [];
  return new Set([...ids].map(idFromBytes));
}
