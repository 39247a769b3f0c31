import type { OperationContext } from '../../kernel/core/call.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { countAdminsOf } from '../workspaces/workspace-store.ts';
import type { Member } from './member.ts';
import {
  countsAsAdmin,
  leaveTeamsChanges,
  removeMembership,
  TEAMS_PER_TRANSACTION,
  toMember,
} from './member-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';

/**
 * Removes a member from all teams and from the workspace, which revokes their tokens, and returns the former
 * member. Throws a 409 for the last admin, and WriteConflict if the membership has changed.
 */
export async function endMembership(
  item: Item,
  { read, now, tryWrite, commit }: Pick<OperationContext, 'read' | 'now' | 'tryWrite' | 'commit'>,
): Promise<Member> {
  const member = toMember(item);
  const place = { workspaceId: member.workspaceId, principalId: member.id };
  const teamIds = [...joinedTeams(item)];
  if (teamIds.length > TEAMS_PER_TRANSACTION) {
    if (countsAsAdmin(member) && (await countAdminsOf(read, member.workspaceId)) <= 1) throw lastAdmin();
    while (teamIds.length > TEAMS_PER_TRANSACTION) {
      await tryWrite(leaveTeamsChanges(place, teamIds.splice(0, TEAMS_PER_TRANSACTION), writeConflict));
    }
    // They are in fewer teams now: read again and finish in one transaction.
    throw writeConflict();
  }
  const removedAt = nextTimestamp(now, member.updatedAt);
  await commit(removeMembership(item, new Date(removedAt), writeConflict, lastAdmin), member.id, {
    from: member,
  });
  return { ...member, removedAt };
}

export const lastAdmin = () =>
  conflict(
    'This member is the last admin of the workspace.',
    'Make another member an admin first. An invited admin counts once they have accepted.',
  );
