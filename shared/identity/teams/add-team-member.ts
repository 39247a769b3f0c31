import * as z from 'zod';
import { invalidReference, notFound, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memberSchema } from '../members/member.ts';
import { isMemberItem, joinTeamChanges, toMember } from '../members/member-store.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { countMembers, getTeamItem } from '../team/team-store.ts';
import { managedTeamOrThrow } from '../team/team-access.ts';
import { getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';

export const addTeamMember = operation({
  id: 'addTeamMember',
  method: 'POST',
  path: `${WORKSPACE_PATH}/teams/{teamId}/members`,
  tag: 'Teams',
  summary: 'Add a member to a team',
  description:
    'Adds a workspace member to a team. Only an admin who is a member of a private team can add others to it. Repeating the call has no effect.',
  scopes: ['teams:write'],
  role: 'admin',
  audit: audited('team_member.added', ['teamId']),
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'conflict'],
  params: { teamId: uuid() },
  body: () => z.strictObject({ memberId: uuid() }).meta({ id: 'AddTeamMemberRequest' }),
  output: memberSchema,
  load: ({ path, body, read }) => ({
    team: getTeamItem(read, path.teamId),
    member: getMemberItem(read, path.workspaceId, body.memberId),
  }),
  handle: async ({ path: { teamId }, body, loaded, caller, now, commit }) => {
    const { workspaceId } = caller;
    managedTeamOrThrow(caller, loaded.team);
    if (!isMemberItem(loaded.member)) {
      throw invalidReference([{ path: 'memberId', message: 'is not a member of the workspace' }]);
    }
    const joined = joinedTeams(loaded.member);
    if (joined.has(teamId)) {
      await commit([], body.memberId);
      return toMember(loaded.member);
    }
    assertRoomForTeam(joined);
    await commit(
      [
        ...joinTeamChanges({ workspaceId, principalId: body.memberId, teamId }, now, writeConflict),
        countMembers(teamId, 1, () => notFound('team')),
      ],
      body.memberId,
      { name: toMember(loaded.member).name, to: { teamId } },
    );
    return toMember(loaded.member);
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getMemberItem(read, caller.workspaceId, resourceId);
    return toMember(orNotFound(isMemberItem(item) ? item : undefined, 'member'));
  },
});
