import { notFound, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { joinTeamChanges } from '../members/member-store.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { joinedTeamOrThrow } from '../team/team-access.ts';
import { teamSchema } from '../team/team.ts';
import { countMembers, getTeamItem, isPrivateTeam, toTeam } from '../team/team-store.ts';

export const joinTeam = operation({
  id: 'joinTeam',
  method: 'POST',
  path: `${WORKSPACE_PATH}/teams/{teamId}/join`,
  tag: 'Teams',
  summary: 'Join a public team',
  description: 'Repeating the call has no effect. Private teams cannot be joined; a member must add you.',
  scopes: ['teams:write'],
  principals: ['user'],
  role: 'member',
  audit: audited('team_member.added', ['teamId']),
  errors: ['conflict'],
  params: { teamId: uuid() },
  output: teamSchema,
  load: ({ path, read }) => ({ team: getTeamItem(read, path.teamId) }),
  handle: async ({ path: { teamId }, loaded, caller, read, now, commit }) => {
    const { workspaceId, principalId } = caller;
    const item = orNotFound(loaded.team, 'team');
    if (caller.teamIds.has(teamId)) {
      await commit([], teamId);
      return toTeam(item);
    }
    if (item['workspaceId'] !== workspaceId || isPrivateTeam(item)) throw notFound('team');
    assertRoomForTeam(caller.teamIds);
    await commit(
      [
        ...joinTeamChanges({ workspaceId, principalId, teamId }, now, writeConflict),
        countMembers(teamId, 1, () => notFound('team')),
      ],
      teamId,
      { targetId: principalId, to: { teamId } },
    );
    return toTeam(orNotFound(await getTeamItem(read, teamId), 'team'));
  },
  replay: async ({ caller, read, resourceId }) =>
    toTeam(joinedTeamOrThrow(caller, await getTeamItem(read, resourceId))),
});
