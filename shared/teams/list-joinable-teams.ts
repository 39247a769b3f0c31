import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageByName } from './list-teams.ts';
import { teamSchema } from './team.ts';
import { publicTeamsOf, teamIdOf, toTeam } from './team-store.ts';

/** More public teams than this are not searched; a workspace of that size finds teams by another way. */
const MAX_TEAMS = 2_000;

export const listJoinableTeams = list({
  id: 'listJoinableTeams',
  path: `${WORKSPACE_PATH}/joinable-teams`,
  tag: 'Teams',
  summary: 'List teams to join',
  description:
    'The public teams that the caller has not joined, by name, then id. Private ones need an invitation.',
  scopes: ['teams:read'],
  role: 'member',
  item: teamSchema,
  handle: async ({ path, caller, read, page }) => {
    if (caller.restrictedTeamIds !== null) return { items: [] };
    const items = await read.query({
      index: 'list',
      partition: publicTeamsOf(path.workspaceId),
      limit: MAX_TEAMS,
    });
    return pageByName(items.filter((item) => !caller.teamIds.has(teamIdOf(item))).map(toTeam), page);
  },
});
