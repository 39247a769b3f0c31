import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { itemSchema, type FeedbackItem } from './item.ts';
import { getItem, toItem } from './item-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const ITEMS_PATH = `${PORTAL_PATH}/items`;
export const ITEM_PATH = `${ITEMS_PATH}/{itemId}`;

export const getFeedbackItem = operation({
  id: 'getFeedbackItem',
  method: 'GET',
  path: ITEM_PATH,
  tag: 'Feedback portals',
  summary: 'Get a feedback item',
  description: 'Also returns items that are hidden from the public.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid() },
  output: itemSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ loaded, caller }) => ownItemOrThrow(caller, loaded),
});

/** Returns the item if its portal belongs to the caller's workspace; otherwise throws a 404. */
export function ownItemOrThrow(
  caller: Caller,
  { portal, item }: { portal: Item | undefined; item: Item | undefined },
): FeedbackItem {
  const { id } = ownPortalOrThrow(caller, portal);
  const found = item && toItem(item);
  if (found?.portalId !== id) throw notFound('item');
  return found;
}
