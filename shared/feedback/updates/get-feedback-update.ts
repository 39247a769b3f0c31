import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { updateSchema, type FeedbackUpdate } from './update.ts';
import { getUpdate, toUpdate } from './update-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const UPDATES_PATH = `${PORTAL_PATH}/updates`;
export const UPDATE_PATH = `${UPDATES_PATH}/{updateId}`;

export const getFeedbackUpdate = operation({
  id: 'getFeedbackUpdate',
  method: 'GET',
  path: UPDATE_PATH,
  tag: 'Feedback portals',
  summary: 'Get a portal update',
  description: 'Returns a published update or a draft.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid(), updateId: uuid() },
  output: updateSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    update: getUpdate(read, path.updateId),
  }),
  handle: async ({ loaded, caller }) => ownUpdateOrThrow(caller, loaded),
});

/** Returns the update if its portal belongs to the caller's workspace; otherwise throws a 404. */
export function ownUpdateOrThrow(
  caller: Caller,
  { portal, update }: { portal: Item | undefined; update: Item | undefined },
): FeedbackUpdate {
  const { id } = ownPortalOrThrow(caller, portal);
  const found = update && toUpdate(update);
  if (found?.portalId !== id) throw notFound('update');
  return found;
}
