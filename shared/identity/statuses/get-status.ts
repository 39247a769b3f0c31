import { visibleStatusOrThrow } from '../status/status-access.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { statusSchema, type Status } from '../status/status.ts';
import { getStatusItem } from '../status/status-store.ts';

export const getStatus = operation({
  id: 'getStatus',
  method: 'GET',
  path: `${WORKSPACE_PATH}/statuses/{statusId}`,
  tag: 'Statuses',
  summary: 'Get a status',
  description:
    "Returns a status of a team's stories or of the workspace's objectives, including archived ones, so that every statusId can be resolved.",
  scopes: ['teams:read'],
  params: { statusId: uuid() },
  output: statusSchema,
  load: ({ path, read }) => ({ status: getStatusItem(read, path.statusId) }),
  handle: async ({ loaded, caller }) => visibleStatusOrThrow(caller, loaded.status),
});

/** The 409 for a name that another active status already uses. */
export const statusNameTaken = ({ name }: Status) =>
  conflict(`A status named ${name} already exists.`, 'Use the existing status or choose another name.');
