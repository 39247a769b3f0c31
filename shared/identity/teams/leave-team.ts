import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { leaveTeamChanges } from '../members/member-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { countMembers } from '../team/team-store.ts';

export const leaveTeam = operation({
  id: 'leaveTeam',
  method: 'POST',
  path: `${WORKSPACE_PATH}/teams/{teamId}/leave`,
  tag: 'Teams',
  summary: 'Leave a team',
  description:
    'Removes the caller from a team. Their assignments stay. To return to a private team, they must be added again.',
  scopes: ['teams:write'],
  principals: ['user'],
  audit: audited('team_member.removed', ['teamId']),
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { teamId: uuid() },
  output: deletedSchema,
  handle: async ({ path: { teamId }, caller, commit }) => {
    if (!caller.teamIds.has(teamId)) throw notFound('team');
    const { workspaceId, principalId } = caller;
    await commit(
      [
        ...leaveTeamChanges({ workspaceId, principalId, teamId }, writeConflict),
        countMembers(teamId, -1, writeConflict),
      ],
      teamId,
      { targetId: principalId, from: { teamId } },
    );
    return { id: principalId, deleted: true as const };
  },
  replay: async ({ caller }) => ({ id: caller.principalId, deleted: true as const }),
});
