import { notFound } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import type { Caller } from '../auth/caller.ts';
import type { Item } from '../db/table.ts';
import { uuid } from '../lib/schema.ts';
import { teamSchema } from './team.ts';
import { getTeamItem, teamIdOf, toTeamJson } from './team-store.ts';

export const getTeam = operation({
  id: 'getTeam',
  method: 'GET',
  path: `${WORKSPACE_PATH}/teams/{teamId}`,
  tag: 'Teams',
  summary: 'Get a joined team',
  scopes: ['teams:read'],
  params: { teamId: uuid() },
  output: teamSchema,
  load: ({ path, read }) => ({ team: getTeamItem(read, path.teamId) }),
  handle: async ({ loaded, caller }) => toTeamJson(joinedTeamOrThrow(caller, loaded.team)),
});

/** The team, when the caller has joined it and the credential reaches it; else a 404. */
export function joinedTeamOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(teamIdOf(item))) throw notFound('team');
  return item;
}
