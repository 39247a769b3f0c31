import { conflict, insufficientRole, notFound, orNotFound } from '../core/errors.ts';
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

/**
 * Returns the status if it applies to objectives or belongs to a team the caller can see; otherwise throws a
 * 404.
 */
export function visibleStatusOrThrow(caller: Caller, item: Item | undefined): Status {
  const status = toStatus(orNotFound(item, 'status'));
  if (!canSeeStatus(caller, status)) throw notFound('status');
  return status;
}

/** Whether the status applies to objectives or belongs to a team the caller can see. */
export const canSeeStatus = (caller: Caller, { workspaceId, teamId }: Status): boolean =>
  workspaceId === caller.workspaceId && (teamId === null || caller.teamIds.has(teamId));

/**
 * Like visibleStatusOrThrow, for writes. Objective statuses can be changed only by admins whose token has no
 * team restriction.
 */
export function changeableStatusOrThrow(caller: Caller, item: Item | undefined): Status {
  const status = visibleStatusOrThrow(caller, item);
  if (status.teamId === null) assertMaySetObjectiveStatuses(caller);
  return status;
}

/** Throws the 403 of who may not create or change statuses of objectives, which are the whole workspace's. */
export function assertMaySetObjectiveStatuses(caller: Caller): void {
  if (caller.role !== 'admin') {
    throw insufficientRole('Only workspace admins can change objective statuses.', 'admin');
  }
  assertWithinRestriction(caller, { teamId: null });
}

/** The 409 for a name that another active status already uses. */
export const nameTaken = ({ name }: Status) =>
  conflict(`A status named ${name} already exists.`, 'Use the existing status or choose another name.');
