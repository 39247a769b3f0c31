import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { inclusion, markedValues } from '../core/query-parameters.ts';
import { uuid } from '../core/schema.ts';
import { readNewest } from '../db/merge-partitions.ts';
import { listedTeams } from '../teams/list-in-teams.ts';
import { statusSchema, statusSubjects } from './status.ts';
import { objectiveStatusesOf, statusesOf, statusIdOf, statusSortKey, toStatusJson } from './status-store.ts';

export const listStatuses = list({
  id: 'listStatuses',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Statuses',
  summary: 'List statuses',
  description:
    "Returns the story statuses of the caller's teams and the workspace's objective statuses. appliesTo restricts the list to one of the two, teamId to the story statuses of one team.",
  scopes: ['teams:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required'],
  query: {
    appliesTo: z.enum(statusSubjects).optional(),
    teamId: uuid().optional(),
    archived: inclusion('archived'),
  },
  item: statusSchema,
  tool: {
    name: 'list_statuses',
    title: 'List statuses',
    description:
      'Statuses of stories (with teamId of one team) and of objectives. The category is backlog, unstarted, started, completed or cancelled.',
    annotations: readOnly,
  },
  handle: async ({ query: { appliesTo, teamId, archived }, caller, read, page }) => {
    const teams = appliesTo === 'objective' && teamId === undefined ? [] : listedTeams(caller, teamId);
    const partitions = markedValues(archived).flatMap((marked) => [
      ...(appliesTo === 'objective' ? [] : teams.map((team) => statusesOf(team, marked))),
      ...(appliesTo === 'story' || teamId !== undefined
        ? []
        : [objectiveStatusesOf(caller.workspaceId, marked)]),
    ]);
    if (partitions.length === 0) return { items: [] };
    const before = page.after === undefined ? undefined : statusSortKey(page.after);
    const items = await readNewest(read, { index: 'list', partitions, before, limit: page.limit + 1 });
    return pageOf(items, page, { json: toStatusJson, position: statusIdOf });
  },
});
