import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { isMemberItem, leaveTeamChanges, toMember } from '../members/member-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { countMembers, getTeamItem } from '../team/team-store.ts';
import { managedTeamOrThrow } from '../team/team-access.ts';
import { getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';

export const removeTeamMember = operation({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/teams/{teamId}/members/{memberId}`,
  tag: 'Teams',
  summary: 'Remove a member from a team',
  description:
    "Removes a member from a team. Only an admin who is a member of a private team can remove others from it. The member's assignments stay.",
  scopes: ['teams:write'],
  role: 'admin',
  audit: audited('team_member.removed', ['teamId']),
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { teamId: uuid(), memberId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    team: getTeamItem(read, path.teamId),
    member: getMemberItem(read, path.workspaceId, path.memberId),
  }),
  handle: async ({ path: { teamId, memberId }, loaded, caller, commit }) => {
    managedTeamOrThrow(caller, loaded.team);
    if (!isMemberItem(loaded.member) || !joinedTeams(loaded.member).has(teamId)) throw notFound('member');
    const place = { workspaceId: caller.workspaceId, principalId: memberId, teamId };
    await commit(
      [...leaveTeamChanges(place, writeConflict), countMembers(teamId, -1, writeConflict)],
      memberId,
      { name: toMember(loaded.member).name, from: { teamId } },
    );
    return { id: memberId, deleted: true as const };
  },
  replay: async ({ resourceId }) => ({ id: resourceId, deleted: true as const }),
});
