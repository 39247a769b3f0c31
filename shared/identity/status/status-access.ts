import { insufficientRole, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { assertWithinRestriction } from '../../kernel/api/operation/team-restriction.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { type Status } from './status.ts';
import { toStatus } from './status-store.ts';
import type { Item } from '../../kernel/core/database.ts';

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
