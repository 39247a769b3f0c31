import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Role } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ActingMember } from '../accounts/run-as-member.ts';
import type { Session } from '../accounts/session.ts';

/** A person who manages the portals of a workspace, as far as their role allows. */
export interface TeamMember extends ActingMember {
  role: Exclude<Role, 'guest'>;
  teamIds: ReadonlySet<string>;
}

/**
 * Returns a signed-in person as a member of a portal's workspace at this moment; undefined for visitors, guests, people
 * who have not accepted, and customers whom the company has signed in.
 */
export async function findTeamMember(
  read: Reader,
  session: Session | undefined,
  workspaceId: string,
): Promise<TeamMember | undefined> {
  if (!session || session.isCustomer) return undefined;
  const userId = session.user.id;
  const memberId = await findMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  if (memberId === undefined || !membership?.accepted || membership.userId !== userId) return undefined;
  const { role, teamIds } = membership;
  return role === null || role === 'guest' ? undefined : { userId, workspaceId, memberId, role, teamIds };
}
