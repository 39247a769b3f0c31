import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../api/operation.ts';
import { listInTeams } from '../teams/list-in-teams.ts';
import { uuid } from '../lib/schema.ts';
import { statusSchema } from './status.ts';
import { statusesOf, statusIdOf, statusSortKey, toStatusJson } from './status-store.ts';

export const listStatuses = list({
  id: 'listStatuses',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Teams',
  summary: 'List statuses',
  description:
    'The statuses of the teams that the caller has joined, or with teamId of one of them. Archived ones are left out, or with archived=true are the only ones.',
  scopes: ['teams:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required'],
  query: { teamId: uuid().optional(), archived: z.boolean().optional() },
  item: statusSchema,
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
