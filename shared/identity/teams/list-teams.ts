import { compareNames } from '../../kernel/core/compare-names.ts';
import type { PageRequest } from '../../kernel/core/call.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { teamSchema, type Team } from '../team/team.ts';
import { getTeamItems, toTeam } from '../team/team-store.ts';

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

type TeamPlace = Pick<Team, 'name' | 'id'>;

function placeAt(position: string): TeamPlace {
  const [name = '', id = ''] = position.split('\n');
  return { name, id };
}

const comparePlaces = (one: TeamPlace, other: TeamPlace): number =>
  compareNames(one.name, other.name) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/**
 * Returns a page of teams ordered by name as people sort names, then by id. The position stays valid as long as the team's name does
 * not change.
 */
export function pageByName(teams: Team[], { limit, after }: PageRequest) {
  const place = after === undefined ? undefined : placeAt(after);
  const rest = teams
    .filter((team) => place === undefined || comparePlaces(team, place) > 0)
    .sort(comparePlaces);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rest.length > limit && last ? `${last.name}\n${last.id}` : undefined };
}
