import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { deleteItem, getItem } from './item-store.ts';

export const deleteFeedbackItem = operation({
  id: 'deleteFeedbackItem',
  method: 'DELETE',
  path: ITEM_PATH,
  tag: 'Feedback portals',
  summary: 'Delete a feedback item',
  description: 'Permanently deletes an item. Its votes and comments are deleted shortly afterwards.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  ifMatch: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const item = ownItemOrThrow(caller, loaded);
    assertMatch(item);
    if (item.mergedIntoId !== null) throw stillMerged();
    await commit(deleteItem(item, writeConflict), item.id);
    return { id: item.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

export const stillMerged = () =>
  conflict('The item is merged into another one.', 'Undo that first, with unmergeFeedbackItem.');
