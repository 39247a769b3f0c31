import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { PORTALS_PATH } from '../portal/portal-access.ts';
import { portalSchema } from '../portal/portal.ts';
import { portalIdOf, portalSortKey, portalsOf, toPortal } from '../portal/portal-store.ts';

export const listPortals = list({
  id: 'listPortals',
  path: PORTALS_PATH,
  tag: 'Feedback portals',
  summary: 'List portals',
  description: 'Returns the feedback portals of the workspace, including private ones.',
  scopes: ['feedback:read'],
  role: 'member',
  item: portalSchema,
  handle: async ({ caller, read, page }) => {
    const items = await readNewest(read, {
      index: 'list',
      partitions: [portalsOf(caller.workspaceId)],
      before: page.after === undefined ? undefined : portalSortKey(page.after),
      limit: page.limit + 1,
    });
    return pageOf(items, page, { resource: toPortal, position: portalIdOf });
  },
});
