import type { Key, Reader, Item } from '../core/database.ts';
import { itemKind } from '../db/table.ts';
import type { Role } from '../core/caller.ts';
import { idFromBytes } from '../core/id.ts';
import type { Scope } from '../core/scopes.ts';

/** Members and service accounts, which are members of another kind. */
export const memberKind = itemKind('M#', 'workspace first');

/** A principal's membership in a workspace: that of a member or a service account, with its current teams. */
export const membershipKey = (workspaceId: string, principalId: string): Key =>
  memberKind.key(`${workspaceId}#${principalId}`);

/** The input of authorization decisions. */
export interface Membership {
  /** Null for a service account. */
  role: Role | null;
  teamIds: ReadonlySet<string>;
  /** What a service account may do at most; null for a member. */
  scopes: readonly Scope[] | null;
  /** Whether all that a service account writes is only proposed. */
  proposes: boolean;
  /** When it began; credentials from an earlier membership are invalid. */
  since: string | undefined;
  /** The user behind it, which workspaces cannot see; undefined for a service account. */
  userId: string | undefined;
  /**
   * Whether the person has accepted it; until then, clients that act for them across workspaces do not see
   * it.
   */
  accepted: boolean;
  /** When they did; undefined until then. */
  acceptedAt: string | undefined;
}

/** The item of a member or service account of a workspace, from which its noun's store makes the resource. */
export const getMemberItem = (read: Reader, workspaceId: string, principalId: string) =>
  read.get(membershipKey(workspaceId, principalId));

/** The membership of a principal; undefined for who is none of the workspace. Strongly consistent if `read` is. */
export async function readMembership(
  read: Reader,
  workspaceId: string,
  principalId: string,
): Promise<Membership | undefined> {
  const item = await getMemberItem(read, workspaceId, principalId);
  return item && toMembership(item);
}

/** The role is null for a service account, which has none. */
export const toMembership = (item: Item): Membership => ({
  role: (item['role'] as Role | undefined) ?? null,
  teamIds: joinedTeams(item),
  scopes: item['role'] === undefined ? (item['scopes'] as readonly Scope[]) : null,
  proposes: item['writes'] === 'proposed',
  since: item['since'] as string | undefined,
  userId: userIdOf(item),
  accepted: item['acceptedAt'] !== undefined,
  acceptedAt: item['acceptedAt'] as string | undefined,
});

/** The user behind a membership, which workspaces cannot see. */
export const userIdOf = (item: Item): string | undefined => item['userId'] as string | undefined;

/** The teams in a membership item, stored as a set of 16-byte ids: a third of the size of text. */
export function joinedTeams(item: Item): ReadonlySet<string> {
  const ids = (item['teamIds'] as Set<Uint8Array> | undefined) ?? [];
  return new Set([...ids].map(idFromBytes));
}
