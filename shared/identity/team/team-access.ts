import { notFound, orNotFound, teamRequired } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { teamIdOf, isPrivateTeam } from './team-store.ts';
import type { Item } from '../../kernel/core/database.ts';

/** Returns the team if the caller is a member and the credential can access it; otherwise throws a 404. */
export function joinedTeamOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(teamIdOf(item))) throw notFound('team');
  return item;
}

/**
 * Returns the team if the caller, an admin or a service account, can manage it: they are a member or, for an admin
 * without a team restriction, it is public; otherwise throws a 404.
 */
export function managedTeamOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = orNotFound(found, 'team');
  const findable =
    item['workspaceId'] === caller.workspaceId &&
    !isPrivateTeam(item) &&
    caller.role !== null &&
    caller.restrictedTeamIds === null;
  if (!caller.teamIds.has(teamIdOf(item)) && !findable) throw notFound('team');
  return item;
}

/** Maximum number of teams in a list; above it, the caller must name a team. */
const TEAMS_PER_LIST = 100;

/**
 * The teams that a list covers: the requested one, which must be visible, or all that the caller can see.
 * Throws a 404 for a team that is not visible and `team_required` if there are too many.
 */
export function listedTeams(caller: Caller, teamId: string | undefined): string[] {
  if (teamId !== undefined) {
    if (!caller.teamIds.has(teamId)) throw notFound('team');
    return [teamId];
  }
  if (caller.teamIds.size > TEAMS_PER_LIST && caller.kind !== 'operator') {
    throw teamRequired(`You are in more than ${TEAMS_PER_LIST} teams; send teamId.`);
  }
  return [...caller.teamIds];
}

/**
 * The teams that a list of sprints or objectives covers. A credential restricted to several teams must send
 * teamId (docs/specification.md, "Requests").
 */
export function plannedTeams(caller: Caller, teamId: string | undefined): string[] {
  if (teamId === undefined && (caller.restrictedTeamIds?.length ?? 0) > 1) {
    throw teamRequired('The token is restricted to several teams; send teamId.');
  }
  return listedTeams(caller, teamId);
}
