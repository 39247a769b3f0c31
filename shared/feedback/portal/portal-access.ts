import { notFound } from '../../kernel/core/errors.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { type Portal } from './portal.ts';
import { toPortal } from './portal-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const PORTALS_PATH = `${WORKSPACE_PATH}/portals`;

export const PORTAL_PATH = `${PORTALS_PATH}/{portalId}`;

/** Returns the portal if it belongs to the caller's workspace; otherwise throws a 404. */
export function ownPortalOrThrow(caller: Caller, item: Item | undefined): Portal {
  const portal = item && toPortal(item);
  if (portal?.workspaceId !== caller.workspaceId) throw notFound('portal');
  return portal;
}
