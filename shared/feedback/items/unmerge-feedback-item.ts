import { orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemSchema } from './item.ts';
import { getItem, itemPortalOf } from './item-store.ts';

export const unmergeFeedbackItem = operation({
  id: 'unmergeFeedbackItem',
  method: 'POST',
  path: `${ITEM_PATH}/unmerge`,
  tag: 'Feedback portals',
  summary: 'Undo a merge',
  description:
    'Separates an item from the one that it was merged into, with its votes and comments. Votes and comments that were added to the other since stay there. An item that is not merged is returned as it is.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  ifMatch: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: itemSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async (call) => await (await import('./merge-items.ts')).unmergeItem(call),
  replay: async ({ caller, read, resourceId }) => {
    const item = orNotFound(await getItem(read, resourceId), 'item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});
