import type { OperationContext } from '../../kernel/core/call.ts';
import { defaultChanges } from './default-status.ts';
import { statusNameTaken } from './get-status.ts';
import { putStatuses } from '../status/new-statuses.ts';
import type { Status } from '../status/status.ts';
import { objectiveStatusesOf, statusesOf, toStatus } from '../status/status-store.ts';

/** Number of statuses read to find the highest order. */
const STATUSES_MAX = 500;

type Fields = Pick<Status, 'teamId' | 'name' | 'category' | 'color'> & {
  order?: number | undefined;
  isDefault?: boolean | undefined;
};

/** Creates a status of a team or, without teamId, of objectives; placed last unless an order is given. */
export async function makeStatus(
  { caller, read, now, newId, commit }: OperationContext,
  { order, isDefault = false, ...fields }: Fields,
): Promise<Status> {
  const { workspaceId } = caller;
  const status: Status = {
    id: newId(),
    workspaceId,
    ...fields,
    order: order ?? (await nextOrder()),
    isDefault,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    archivedAt: null,
    appliesTo: fields.teamId === null ? 'objective' : 'story',
  };
  const others = isDefault ? await defaultChanges(read, status, now) : [];
  await commit([...putStatuses([status], statusNameTaken), ...others], status.id);
  return status;

  async function nextOrder(): Promise<number> {
    const partition = fields.teamId ? statusesOf(fields.teamId) : objectiveStatusesOf(workspaceId);
    const items = await read.query({ index: 'list', partition, limit: STATUSES_MAX });
    return Math.max(-1, ...items.map((item) => toStatus(item).order)) + 1;
  }
}
