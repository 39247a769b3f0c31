import type { PageRequest } from '../../kernel/core/call.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { teamSchema, type Team } from './team.ts';
import { getTeamItems, toTeam } from './team-store.ts';

export const listTeams = list({
  id: 'listTeams',
  path: `${WORKSPACE_PATH}/teams`,
  tag: 'Teams',
  summary: 'List joined teams',
  description:
    'Returns the teams that the caller has joined and the credential can access, ordered by name, then id.',
  scopes: ['teams:read'],
  preview: true,
  query: () => ({ updatedSince: updatedSince() }),
  item: teamSchema,
  tool: {
    name: 'list_teams',
    title: 'List teams',
    description: 'The teams you have joined, by name: {}.',
    annotations: readOnly,
    omits: ['updatedSince'],
  },
  handle: async ({ query, caller, read, page }) => {
    const items = await getTeamItems(read, [...caller.teamIds]);
    const teams = items.filter((item) => item !== undefined).map(toTeam);
    return pageByName(
      onlyUpdatedSince(teams, query.updatedSince, (team) => team),
      page,
    );
  },
});

/**
 * Returns a page of teams ordered by name, then id. The position stays valid as long as the team's name does
 * not change.
 */
export function pageByName(teams: Team[], { limit, after }: PageRequest) {
  const place = ({ name, id }: Team) => `${name.toLowerCase()}\n${id}`;
  const rest = teams
    .map((team) => ({ team, place: place(team) }))
    .filter((entry) => after === undefined || entry.place > after)
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const shown = rest.slice(0, limit);
  return {
    items: shown.map(({ team }) => team),
    next: rest.length > limit ? shown.at(-1)?.place : undefined,
  };
}
