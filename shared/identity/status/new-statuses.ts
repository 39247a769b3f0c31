import { initialStatuses, type Status } from './status.ts';
import { claimStatusName, putStatus } from './status-store.ts';
import type { Change } from '../../kernel/core/database.ts';
import type { StatusReference } from '../../kernel/core/status-category.ts';

/** The initial statuses of a new team or, without teamId, of a new workspace's objectives. */
export function newStatuses(
  owner: Pick<Status, 'workspaceId' | 'teamId'>,
  now: Date,
  newId: () => string,
): { statuses: Status[]; defaultStatus: StatusReference } {
  const created = { createdAt: now.toISOString(), updatedAt: now.toISOString(), archivedAt: null };
  const { workspaceId, teamId } = owner;
  const statuses = initialStatuses.map((status, order): Status => ({
    id: newId(),
    workspaceId,
    teamId,
    ...status,
    order,
    ...created,
    appliesTo: teamId === null ? 'objective' : 'story',
  }));
  const { id, category } = statuses.find(({ isDefault }) => isDefault)!;
  return { statuses, defaultStatus: { id, teamId, category } };
}

/** Changes that create statuses and reserve their names. */
export const putStatuses = (statuses: readonly Status[], nameTaken: (status: Status) => Error): Change[] =>
  statuses.flatMap((status) => [...claimStatusName(status, () => nameTaken(status)), putStatus(status)]);
