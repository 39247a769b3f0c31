import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { inclusion, oneOrMany, sort } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { findItems, itemSorts } from './find-items.ts';
import { ITEMS_PATH } from './get-feedback-item.ts';
import { itemSchema, itemStatuses } from './item.ts';

export const listFeedbackItems = list({
  id: 'listFeedbackItems',
  path: ITEMS_PATH,
  tag: 'Feedback portals',
  summary: 'List feedback items',
  description:
    "Returns a portal's items, newest first unless sort is sent. When sorted by votes, completed and closed items come last. Hidden items have no rank, so hidden=only and hidden=include cannot be sorted by votes.",
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  query: () => ({
    status: oneOrMany(z.enum(itemStatuses)).meta({ description: 'Only items with these statuses.' }),
    boardId: oneOrMany(uuid()),
    sort: sort(itemSorts),
    hidden: inclusion('hidden'),
  }),
  item: itemSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ query, loaded, caller, read, page }) => {
    const { id } = ownPortalOrThrow(caller, loaded.portal);
    if (query.sort?.endsWith('voteCount') && (query.hidden ?? 'exclude') !== 'exclude') {
      throw invalidRequest([
        { in: 'query', path: 'sort', message: 'must be createdAt or -createdAt with hidden items' },
      ]);
    }
    return await findItems(read, id, query, page);
  },
});
