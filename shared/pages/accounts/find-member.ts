import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Role } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ActingMember } from '../kit/run-operation.ts';
import type { Session } from '../session/session.ts';

/** A signed-in person as a member of a workspace, with their role and teams there. */
export interface SignedInMember extends ActingMember {
  role: Role;
  teamIds: ReadonlySet<string>;
}

/**
 * Returns a signed-in person as a member of a workspace at this moment; undefined for others, people who have not accepted,
 * and customers whom a company has signed in.
 */
export async function findMember(
  read: Reader,
  session: Session | undefined,
  workspaceId: string,
): Promise<SignedInMember | undefined> {
  if (!session || session.isCustomer) return undefined;
  const userId = session.user.id;
  const memberId = await findMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  if (memberId === undefined || !membership?.accepted || membership.userId !== userId) return undefined;
  const { role, teamIds } = membership;
  return role === null ? undefined : { userId, workspaceId, memberId, role, teamIds };
}
