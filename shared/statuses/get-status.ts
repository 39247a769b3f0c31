import { ApiError, conflict, notFound, orNotFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { assertWithinRestriction } from '../api/operation/team-restriction.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { statusSchema, type Status } from './status.ts';
import { getStatusItem, toStatus } from './status-store.ts';
import type { Item } from '../core/database.ts';

export const getStatus = operation({
  id: 'getStatus',
  method: 'GET',
  path: `${WORKSPACE_PATH}/statuses/{statusId}`,
  tag: 'Teams',
  summary: 'Get a status',
  description:
    "A status of a team's stories or of the workspace's objectives; also one that is archived, so that the status of everything can be read.",
  scopes: ['teams:read'],
  params: { statusId: uuid() },
  output: statusSchema,
  load: ({ path, read }) => ({ status: getStatusItem(read, path.statusId) }),
  handle: async ({ loaded, caller }) => visibleStatusOrThrow(caller, loaded.status),
});

/** The status, when it is of the workspace's objectives or of a team that the caller sees; else a 404. */
export function visibleStatusOrThrow(caller: Caller, item: Item | undefined): Status {
  const status = toStatus(orNotFound(item, 'status'));
  const { workspaceId, teamId } = status;
  if (workspaceId !== caller.workspaceId || (teamId !== null && !caller.teamIds.has(teamId)))
    throw notFound('status');
  return status;
}

/** As visibleStatusOrThrow; the statuses of objectives are changed by admins only, without a team restriction. */
export function changeableStatusOrThrow(caller: Caller, item: Item | undefined): Status {
  const status = visibleStatusOrThrow(caller, item);
  if (status.teamId === null && caller.role !== 'admin') {
    throw new ApiError(
      'admin_required',
      'The statuses of objectives are changed by admins of the workspace.',
    );
  }
  assertWithinRestriction(caller, status);
  return status;
}

/** The 409 where another status beside this one has its name. */
export const nameTaken = ({ name }: Status) =>
  conflict(`There is a status named ${name} already.`, 'Use that status, or another name.');
