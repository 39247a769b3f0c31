import * as z from 'zod';
import { list } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { ownPortalOrThrow } from '../portals/get-portal.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import { findItems, itemSorts } from './find-items.ts';
import { ITEMS_PATH } from './get-feedback-item.ts';
import { itemSchema, itemStatuses } from './item.ts';

export const listFeedbackItems = list({
  id: 'listFeedbackItems',
  path: ITEMS_PATH,
  tag: 'Feedback portals',
  summary: 'List feedback items',
  description:
    "Returns a portal's public items, newest first or by votes with completed and closed items last. With hidden=true, returns the hidden items instead and ignores the other filters.",
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  query: {
    status: z.enum(itemStatuses).optional(),
    boardId: uuid().optional(),
    sort: z.enum(itemSorts).optional(),
    hidden: z.boolean().optional(),
  },
  item: itemSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ query, loaded, caller, read, page }) => {
    const { id } = ownPortalOrThrow(caller, loaded.portal);
    return await findItems(read, id, query, page);
  },
});
