import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { statusSchema } from './status.ts';
import { objectiveStatusesOf, statusIdOf, statusSortKey, toStatusJson } from './status-store.ts';

export const listObjectiveStatuses = list({
  id: 'listObjectiveStatuses',
  path: `${WORKSPACE_PATH}/objective-statuses`,
  tag: 'Objectives',
  summary: 'List objective statuses',
  description:
    "Returns the statuses of the workspace's objectives. Archived statuses are excluded unless archived=true, which returns only archived statuses.",
  scopes: ['teams:read'],
  query: { archived: z.boolean().optional() },
  item: statusSchema,
  handle: async ({ query, caller, read, page }) => {
    const before = page.after === undefined ? {} : { before: statusSortKey(page.after) };
    const partition = objectiveStatusesOf(caller.workspaceId, query.archived);
    const items = await read.query({ index: 'list', partition, limit: page.limit + 1, ...before });
    return pageOf(items, page, { json: toStatusJson, position: statusIdOf });
  },
});
