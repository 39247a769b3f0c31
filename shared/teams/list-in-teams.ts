import { ApiError, notFound } from '../core/errors.ts';
import type { Page, PageRequest } from '../core/call.ts';
import { pageOf } from '../api/operation/page.ts';
import type { Caller } from '../core/caller.ts';
import { readNewest } from '../db/merge-partitions.ts';
import type { Json } from '../core/json.ts';
import type { Item, Reader } from '../core/database.ts';

/** Above this many teams a list over all of them would read too much, so one must be named. */
export const TEAMS_PER_LIST = 100;

/**
 * The teams that a list covers: the one asked for, which must be visible, or all that the caller sees.
 * Throws a 404 for a team that is not visible and `team_required` where there are too many.
 */
export function listedTeams(caller: Caller, teamId: string | undefined): string[] {
  if (teamId !== undefined) {
    if (!caller.teamIds.has(teamId)) throw notFound('team');
    return [teamId];
  }
  if (caller.teamIds.size > TEAMS_PER_LIST && caller.kind !== 'operator') {
    throw new ApiError('team_required', `You are in more than ${TEAMS_PER_LIST} teams; name one.`);
  }
  return [...caller.teamIds];
}

/**
 * The teams that a list of sprints or objectives covers. A credential restricted to several teams must name
 * one (docs/specification.md, "Requests").
 */
export function plannedTeams(caller: Caller, teamId: string | undefined): string[] {
  if (teamId === undefined && (caller.restrictedTeamIds?.length ?? 0) > 1) {
    throw new ApiError('team_required', 'The token is restricted to several teams; name one.');
  }
  return listedTeams(caller, teamId);
}

interface TeamList<T> {
  read: Reader;
  caller: Caller;
  teamId: string | undefined;
  page: PageRequest;
  /** The list partition of a team. */
  partition: (teamId: string) => string;
  /** The sort key of an id, for the position after which a page starts. */
  sortKey: (id: string) => string;
  show: { json: (item: Item) => Json<T>; position: (item: Item) => string };
}

/** A page of what the visible teams own, newest first across all of them. */
export async function listInTeams<T>({
  read,
  caller,
  teamId,
  page,
  ...source
}: TeamList<T>): Promise<Page<T>> {
  const items = await readNewest(read, {
    index: 'list',
    partitions: listedTeams(caller, teamId).map(source.partition),
    before: page.after === undefined ? undefined : source.sortKey(page.after),
    limit: page.limit + 1,
  });
  return pageOf(items, page, source.show);
}
