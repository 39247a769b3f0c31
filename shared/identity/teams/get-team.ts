import { joinedTeamOrThrow } from './team-access.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { teamSchema } from './team.ts';
import { getTeamItem, toTeam } from './team-store.ts';

export const getTeam = operation({
  id: 'getTeam',
  method: 'GET',
  path: `${WORKSPACE_PATH}/teams/{teamId}`,
  tag: 'Teams',
  summary: 'Get a joined team',
  description:
    'Returns a team that the caller has joined. Other teams return 404; listJoinableTeams returns those that the caller can join.',
  scopes: ['teams:read'],
  params: { teamId: uuid() },
  output: teamSchema,
  load: ({ path, read }) => ({ team: getTeamItem(read, path.teamId) }),
  handle: async ({ loaded, caller }) => toTeam(joinedTeamOrThrow(caller, loaded.team)),
});
