import { conflict, notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { defaultChanges } from './default-status.ts';
import { statusNameTaken } from './get-status.ts';
import { changeableStatusOrThrow, visibleStatusOrThrow } from '../status/status-access.ts';
import { statusPatch, statusSchema } from '../status/status.ts';
import { getStatusItem, replaceStatus, toStatus } from '../status/status-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateStatus = operation({
  id: 'updateStatus',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/statuses/{statusId}`,
  tag: 'Statuses',
  summary: 'Update a status',
  description:
    'Updates name, color, order or isDefault. The category cannot be changed, because counts and completion depend on it: create another status and move the stories to it. Only admins can change objective statuses.',
  scopes: ['teams:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['restricted_credential', 'insufficient_role', 'version_conflict', 'conflict'],
  params: { statusId: uuid() },
  body: statusPatch.schema,
  output: statusSchema,
  load: ({ path, read }) => ({ status: getStatusItem(read, path.statusId) }),
  handle: async ({ body, loaded, caller, read, now, commit }) => {
    const status = changeableStatusOrThrow(caller, loaded.status);
    if (status.updatedAt !== body.expectedUpdatedAt) throw statusPatch.conflict(status, body);
    if (status.isDefault && body.isDefault === false) {
      throw conflict('Exactly one status must be the default.', 'Make another status the default instead.');
    }
    if (status.archivedAt !== null && body.isDefault) {
      throw conflict('An archived status cannot be the default.', 'Unarchive the status first.');
    }
    const next = nextVersion(status, statusPatch.apply(status, body), now);
    const others = next.isDefault && !status.isDefault ? await defaultChanges(read, next, now) : [];
    const stale = (current: Item | undefined) =>
      current ? statusPatch.conflict(toStatus(current), body) : notFound('status');
    const changes = next === status ? [] : replaceStatus(next, status, () => statusNameTaken(next), stale);
    await commit([...changes, ...others], status.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleStatusOrThrow(caller, await getStatusItem(read, resourceId)),
});
