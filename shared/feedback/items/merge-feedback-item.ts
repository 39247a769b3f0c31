import * as z from 'zod';
import { orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemSchema } from './item.ts';
import { getItem, itemPortalOf } from './item-store.ts';

export const mergeFeedbackItem = operation({
  id: 'mergeFeedbackItem',
  method: 'POST',
  path: `${ITEM_PATH}/merge`,
  tag: 'Feedback portals',
  summary: 'Merge a duplicate',
  description:
    'Merges an item into another of the same portal. Its comments show there at once and its votes within moments, one for each person; its URL redirects. unmergeFeedbackItem undoes it.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict', 'invalid_reference'],
  ifMatch: true,
  params: { portalId: uuid(), itemId: uuid() },
  body: () =>
    z
      .strictObject({ intoItemId: uuid().meta({ description: 'The item that remains.' }) })
      .meta({ id: 'MergeFeedbackItemRequest' }),
  output: itemSchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    into: getItem(read, body.intoItemId),
  }),
  handle: async (call) => await (await import('./merge-items.ts')).mergeItems(call),
  replay: async ({ caller, read, resourceId }) => {
    const item = orNotFound(await getItem(read, resourceId), 'item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});
