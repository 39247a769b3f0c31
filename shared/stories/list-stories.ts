import * as z from 'zod';
import { notFound } from '../core/errors.ts';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import type { Caller } from '../core/caller.ts';
import { inclusion, markedValues, several, updatedBefore, updatedSince } from '../core/query-parameters.ts';
import { uuid } from '../core/schema.ts';
import { canSeeObjective, getObjectiveReference } from '../objectives/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../statuses/status-store.ts';
import { listedTeams } from '../teams/team-access.ts';
import { storySchema } from './story.ts';
import { storyIncludes } from './story-includes.ts';
import { readStoryPage } from './story-list.ts';

export const listStories = list({
  id: 'listStories',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'List stories',
  description:
    "Returns the stories of the caller's teams, newest first. Filters combine with AND, several values of one filter with OR. To keep a copy in sync, set updatedSince to one minute before your previous request, or use webhooks; ids do not reveal updates or late writes.",
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  preview: true,
  errors: ['team_required'],
  query: {
    teamId: uuid().optional(),
    statusId: several(uuid()),
    assigneeId: several(
      z.union([uuid(), z.enum(['me', 'none'])], { error: 'must be a UUID, me or none' }),
    ).meta({ description: "A member's id, me for the caller, or none for unassigned stories." }),
    sprintId: several(uuid()),
    objectiveId: several(uuid()),
    updatedSince: updatedSince(),
    updatedBefore: updatedBefore(),
    archived: inclusion('archived'),
  },
  item: storySchema,
  includes: storyIncludes,
  tool: {
    name: 'list_stories',
    title: 'List stories',
    description:
      'Stories of your teams, newest first. Filters combine with AND, several values of one filter with OR.',
    annotations: readOnly,
  },
  load: ({ query: { statusId = [], sprintId = [], objectiveId = [] }, read }) => ({
    statuses: Promise.all(statusId.map((id) => getStatusReference(read, id))),
    sprintTeams: Promise.all(sprintId.map((id) => getSprintTeam(read, id))),
    objectives: Promise.all(objectiveId.map((id) => getObjectiveReference(read, id))),
  }),
  handle: async ({ query: { teamId, archived, assigneeId, ...query }, loaded, caller, read, page, now }) => {
    const { statuses, sprintTeams, objectives } = loaded;
    const visible = objectives.map((one) => (canSeeObjective(caller, one) ? one?.teamId : undefined));
    const owners = [
      ownersOrThrow(
        caller,
        'status',
        statuses.map((one) => one?.teamId),
      ),
      ownersOrThrow(caller, 'sprint', sprintTeams),
      ownersOrThrow(caller, 'objective', visible),
    ].filter((teams) => teams.size > 0);
    const [first] = owners;
    const teams = teamId === undefined && first !== undefined ? [...first] : listedTeams(caller, teamId);
    const filter = {
      ...query,
      teams: teams.filter((team) => owners.every((owner) => owner.has(team))),
      archived: markedValues(archived),
      assigneeId: assigneeId?.map((one) => assigneeOf(caller, one)),
      now,
    };
    return await readStoryPage(read, filter, page);
  },
});

/** The assignee to filter by; null for unassigned stories. */
function assigneeOf(caller: Caller, assigneeId: string): string | null {
  if (assigneeId === 'me') return caller.principalId;
  return assigneeId === 'none' ? null : assigneeId;
}

/**
 * Returns the teams that own the resource named by a filter, if the caller can see all of it; otherwise throws a
 * 404.
 */
function ownersOrThrow(
  caller: Caller,
  what: string,
  teamIds: readonly (string | null | undefined)[],
): ReadonlySet<string> {
  return new Set(
    teamIds.map((teamId) => {
      if (!teamId || !caller.teamIds.has(teamId)) throw notFound(what);
      return teamId;
    }),
  );
}
