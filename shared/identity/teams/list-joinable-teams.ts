import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageByName } from './list-teams.ts';
import { teamSchema } from '../team/team.ts';
import { publicTeamsOf, teamIdOf, toTeam } from '../team/team-store.ts';

/** Maximum number of public teams searched. */
const TEAMS_MAX = 2_000;

export const listJoinableTeams = list({
  id: 'listJoinableTeams',
  path: `${WORKSPACE_PATH}/joinable-teams`,
  tag: 'Teams',
  summary: 'List joinable teams',
  description:
    'Returns the public teams that the caller has not joined, ordered by name, then id. Private teams are not listed.',
  scopes: ['teams:read'],
  principals: ['user'],
  role: 'member',
  item: teamSchema,
  handle: async ({ path, caller, read, page }) => {
    if (caller.restrictedTeamIds !== null) return { items: [] };
    const items = await read.query({
      index: 'list',
      partition: publicTeamsOf(path.workspaceId),
      limit: TEAMS_MAX,
    });
    return pageByName(items.filter((item) => !caller.teamIds.has(teamIdOf(item))).map(toTeam), page);
  },
});
