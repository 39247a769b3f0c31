import {
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  toMember,
} from '../../identity/members/member-store.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';
import type { Role } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

/** A person who has accepted the workspace, and so can be notified. */
export interface ReachableMember {
  id: string;
  name: string;
  role: Role;
  userId: string;
}

/** The member of an item; undefined for a service account, and for who has not accepted yet. */
export function reachableMember(item: Item | undefined): ReachableMember | undefined {
  if (!isMemberItem(item)) return undefined;
  const { userId, accepted } = toMembership(item);
  if (!accepted || userId === undefined) return undefined;
  const { name, role } = toMember(item);
  return { id: memberIdOf(item), name, role, userId };
}

/** The members of a team who can be notified. */
export async function reachableMembers(
  read: Reader,
  { workspaceId, teamId }: { workspaceId: string; teamId: string },
): Promise<ReachableMember[]> {
  const ids = await listTeamMemberIds(read, teamId);
  const items = await getMemberItems(read, workspaceId, ids);
  return items.flatMap((item) => reachableMember(item) ?? []);
}
