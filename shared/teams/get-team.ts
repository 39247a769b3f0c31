import { notFound, orNotFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { teamSchema } from './team.ts';
import { getTeamItem, teamIdOf, toTeamJson, isPrivateTeam } from './team-store.ts';
import type { Item } from '../core/database.ts';

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

/** Returns the team if the caller is a member and the credential can access it; otherwise throws a 404. */
export function joinedTeamOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(teamIdOf(item))) throw notFound('team');
  return item;
}

/**
 * Returns the team if the caller, an admin, can manage it: they are a member or, without a team restriction,
 * it is public; otherwise throws a 404.
 */
export function managedTeamOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = orNotFound(found, 'team');
  const findable =
    item['workspaceId'] === caller.workspaceId && !isPrivateTeam(item) && caller.restrictedTeamIds === null;
  if (!caller.teamIds.has(teamIdOf(item)) && !findable) throw notFound('team');
  return item;
}
