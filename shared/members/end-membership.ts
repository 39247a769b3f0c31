import type { OperationContext } from '../api/call.ts';
import { conflict, raceLost } from '../api/errors.ts';
import type { Item } from '../db/table.ts';
import { nextTimestamp } from '../lib/clock.ts';
import { countAdminsOf } from '../workspaces/workspace-store.ts';
import type { Member } from './member.ts';
import {
  countsAsAdmin,
  joinedTeams,
  leaveTeamsChanges,
  removeMember,
  TEAMS_AT_ONCE,
  toMember,
} from './member-store.ts';

/**
 * Takes a member, as they were read, out of all teams and the workspace; their tokens end with it. Returns the
 * former member. Throws a 409 for the last admin, and RaceLost where the membership was changed meanwhile.
 */
export async function endMembership(
  item: Item,
  { read, now, tryWrite, commit }: Pick<OperationContext, 'read' | 'now' | 'tryWrite' | 'commit'>,
): Promise<Member> {
  const member = toMember(item);
  const place = { workspaceId: member.workspaceId, principalId: member.id };
  const teamIds = [...joinedTeams(item)];
  if (teamIds.length > TEAMS_AT_ONCE) {
    if (countsAsAdmin(member) && (await countAdminsOf(read, member.workspaceId)) <= 1) throw lastAdmin();
    while (teamIds.length > TEAMS_AT_ONCE) {
      await tryWrite(leaveTeamsChanges(place, teamIds.splice(0, TEAMS_AT_ONCE), raceLost));
    }
    // They are in fewer teams now: read again, and done in one transaction.
    throw raceLost();
  }
  const removedAt = nextTimestamp(now, member.updatedAt);
  await commit(removeMember(item, new Date(removedAt), raceLost, lastAdmin), member.id);
  return { ...member, removedAt };
}

export const lastAdmin = () =>
  conflict(
    'They are the last admin of the workspace.',
    'Make another member an admin first; one who was invited counts once they have accepted.',
  );
