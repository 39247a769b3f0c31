import { joinedTeamOrThrow } from '../team/team-access.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { teamSchema, type Team } from '../team/team.ts';
import { getTeamItem, toTeam } from '../team/team-store.ts';

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

/** The 409s for a code that another team uses, and for a name that another public team has. */
export const teamTaken = ({ name, code }: Pick<Team, 'name' | 'code'>) => ({
  codeTaken: () => conflict(`Another team already uses the code ${code}.`, 'Choose another code.'),
  nameTaken: () =>
    conflict(`A team named ${name} already exists.`, 'Use the existing team or choose another name.'),
});
