import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { deleteFrontPage } from '../items/front-page-store.ts';
import { portalHasItems } from '../items/item-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { portalHasUpdates } from '../updates/update-store.ts';
import { deleteCustomerSecrets } from '../portal/customer-secret-store.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { deletePortalItem, getPortalItem } from '../portal/portal-store.ts';

export const deletePortal = operation({
  id: 'deletePortal',
  method: 'DELETE',
  path: PORTAL_PATH,
  tag: 'Feedback portals',
  summary: 'Delete a portal',
  description:
    'Deletes a portal that has no items and no updates, and releases its slugs. To hide a portal that has content, set its visibility to private.',
  scopes: ['feedback:write'],
  role: 'admin',
  audit: audited('portal.deleted', ['name', 'slug', 'visibility']),
  errors: ['conflict'],
  ifMatch: true,
  params: { portalId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller, read, assertMatch, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    assertMatch(portal);
    const { id } = portal;
    const full = await Promise.all([portalHasItems(read, id), portalHasUpdates(read, id)]);
    if (full.includes(true)) {
      throw conflict('The portal has items or updates.', 'Delete them first or make the portal private.');
    }
    const changes = [
      ...deletePortalItem(portal, writeConflict),
      deleteCustomerSecrets(id),
      ...deleteFrontPage(id),
    ];
    await commit(changes, id, { from: portal });
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
