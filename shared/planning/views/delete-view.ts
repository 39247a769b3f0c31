import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { deleteViewItem } from './view-store.ts';
import { getViewItem, VIEW_PATH } from './view-item-store.ts';

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path: VIEW_PATH,
  tag: 'Views',
  summary: 'Delete a view',
  description: "Permanently deletes a personal view of the caller's, or a view of one of their teams.",
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { viewId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ view: getViewItem(read, path.viewId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const view = visibleViewOrThrow(caller, loaded.view);
    assertMatch(view);
    await commit([deleteViewItem(view, writeConflict)], view.id);
    return { id: view.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
