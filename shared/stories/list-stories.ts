import * as z from 'zod';
import { notFound } from '../core/errors.ts';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import type { Caller } from '../core/caller.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { canSeeObjective, getObjectiveReference } from '../objectives/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../statuses/status-store.ts';
import { listedTeams } from '../teams/list-in-teams.ts';
import { storySchema } from './story.ts';
import { readStoryPage } from './story-list.ts';

export const listStories = list({
  id: 'listStories',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'List stories',
  description:
    "Returns the stories of the caller's teams, newest first. Filters combine with AND. Archived stories are excluded unless archived=true, which returns only archived stories. To keep a copy in sync, set updatedSince to one minute before your previous request, or use webhooks; ids do not reveal updates or late writes.",
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  preview: true,
  errors: ['team_required'],
  query: {
    teamId: uuid().optional(),
    statusId: uuid().optional(),
    assigneeId: z
      .union([uuid(), z.enum(['me', 'none'])], { error: 'must be a UUID, me or none' })
      .optional()
      .meta({ description: "A member's id, me for the caller, or none for unassigned stories." }),
    sprintId: uuid().optional(),
    objectiveId: uuid().optional(),
    updatedSince: timestamp()
      .optional()
      .meta({ description: 'Only stories with updatedAt at or after this time.' }),
    archived: z.boolean().optional(),
  },
  item: storySchema,
  tool: {
    name: 'list_stories',
    title: 'List stories',
    description: 'Stories of your teams, newest first. Filters combine with AND.',
    annotations: readOnly,
  },
  load: ({ query: { statusId, sprintId, objectiveId }, read }) => ({
    status: statusId ? getStatusReference(read, statusId) : skipped,
    sprintTeam: sprintId ? getSprintTeam(read, sprintId) : skipped,
    objective: objectiveId ? getObjectiveReference(read, objectiveId) : skipped,
  }),
  handle: async ({ query, loaded, caller, read, page, now }) => {
    const { archived = false, assigneeId, ...others } = query;
    const filter = { ...others, ...assigneeFilter(caller, assigneeId) };
    const { status, sprintTeam, objective } = loaded;
    const visible = canSeeObjective(caller, objective) ? objective?.teamId : undefined;
    const owners = [
      ...(query.statusId ? [ownerOrThrow(caller, 'status', status?.teamId)] : []),
      ...(query.sprintId ? [ownerOrThrow(caller, 'sprint', sprintTeam)] : []),
      ...(query.objectiveId ? [ownerOrThrow(caller, 'objective', visible)] : []),
    ];
    const teams = listedTeams(caller, filter.teamId ?? owners[0]);
    const owned = teams.filter((team) => owners.every((owner) => owner === team));
    return await readStoryPage(read, { ...filter, archived, teams: owned, now }, page);
  },
});

const skipped = Promise.resolve(undefined);

/** The assignee to filter by; null for unassigned stories. */
function assigneeFilter(caller: Caller, assigneeId: string | undefined) {
  if (assigneeId === 'me') return { assigneeId: caller.principalId };
  return { assigneeId: assigneeId === 'none' ? null : assigneeId };
}

/**
 * Returns the team that owns the resource named by a filter, if the caller can see it; otherwise throws a
 * 404.
 */
function ownerOrThrow(caller: Caller, what: string, teamId: string | null | undefined): string {
  if (!teamId || !caller.teamIds.has(teamId)) throw notFound(what);
  return teamId;
}
