import { notFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { portalSchema, type Portal } from './portal.ts';
import { getPortalItem, toPortal } from './portal-store.ts';
import type { Item } from '../core/database.ts';

export const PORTALS_PATH = `${WORKSPACE_PATH}/portals`;
export const PORTAL_PATH = `${PORTALS_PATH}/{portalId}`;

export const getPortal = operation({
  id: 'getPortal',
  method: 'GET',
  path: PORTAL_PATH,
  tag: 'Feedback portals',
  summary: 'Get a portal',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  output: portalSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller }) => ownPortalOrThrow(caller, loaded.portal),
});

/** Returns the portal if it belongs to the caller's workspace; otherwise throws a 404. */
export function ownPortalOrThrow(caller: Caller, item: Item | undefined): Portal {
  const portal = item && toPortal(item);
  if (portal?.workspaceId !== caller.workspaceId) throw notFound('portal');
  return portal;
}
