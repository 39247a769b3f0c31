import { notFound, teamRequired } from '../core/errors.ts';
import type { Caller } from '../core/caller.ts';

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
