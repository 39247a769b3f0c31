import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { ownUpdateOrThrow, UPDATE_PATH } from './get-feedback-update.ts';
import { deleteUpdate, getUpdate } from './update-store.ts';

export const deleteFeedbackUpdate = operation({
  id: 'deleteFeedbackUpdate',
  method: 'DELETE',
  path: UPDATE_PATH,
  tag: 'Feedback portals',
  summary: 'Delete a portal update',
  description: 'Permanently deletes an update. To only hide it from the public, withdraw it.',
  scopes: ['feedback:write'],
  role: 'member',
  ifMatch: true,
  params: { portalId: uuid(), updateId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    update: getUpdate(read, path.updateId),
  }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const update = ownUpdateOrThrow(caller, loaded);
    assertMatch(update);
    await commit(deleteUpdate(update, writeConflict), update.id);
    return { id: update.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
