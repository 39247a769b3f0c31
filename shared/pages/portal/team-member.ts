import type { Role } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { nameOfMember } from '../../identity/members/display-name.ts';
import { toMember } from '../../identity/members/member-store.ts';
import { findMember, type SignedInMember } from '../accounts/find-member.ts';
import type { Session } from '../session/session.ts';

/** A person who manages the portals of a workspace, as far as their role allows. */
export interface TeamMember extends SignedInMember {
  role: Exclude<Role, 'guest'>;
  /** The name that is shown with what they write. */
  name: string;
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
  const member = await findMember(read, session, workspaceId);
  if (!session || !member || member.role === 'guest') return undefined;
  // Read already to find the member.
  const stored = await getMemberItem(read, workspaceId, member.memberId);
  return stored && { ...member, role: member.role, name: nameOfMember(session.user, toMember(stored)) };
}
