import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { listInTeams } from '../teams/list-in-teams.ts';
import { uuid } from '../core/schema.ts';
import { statusSchema } from './status.ts';
import { statusesOf, statusIdOf, statusSortKey, toStatusJson } from './status-store.ts';

export const listStatuses = list({
  id: 'listStatuses',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Teams',
  summary: 'List statuses',
  description:
    "Returns the statuses of the caller's teams, or of one team with teamId. Archived statuses are excluded unless archived=true, which returns only archived statuses.",
  scopes: ['teams:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required'],
  query: { teamId: uuid().optional(), archived: z.boolean().optional() },
  item: statusSchema,
  tool: {
    name: 'list_statuses',
    title: 'List story statuses',
    description:
      "The statuses available to a team's stories. The category is backlog, unstarted, started, completed or cancelled.",
    annotations: readOnly,
  },
  handle: async ({ query, caller, read, page }) =>
    await listInTeams({
      read,
      caller,
      teamId: query.teamId,
      page,
      partition: (teamId) => statusesOf(teamId, query.archived),
      sortKey: statusSortKey,
      show: { json: toStatusJson, position: statusIdOf },
    }),
});
