import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { portalImageSchema } from '../portal/image.ts';
import { getImageIds, getImageItems, toImage } from '../portal/image-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';

export const listPortalImages = list({
  id: 'listPortalImages',
  path: `${PORTAL_PATH}/images`,
  tag: 'Feedback portals',
  summary: 'List portal images',
  description: "Returns the portal's images, newest first, and whether each is in use.",
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  item: portalImageSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    imageIds: getImageIds(read, path.portalId),
  }),
  handle: async ({ loaded, caller, read, page }) => {
    ownPortalOrThrow(caller, loaded.portal);
    const { after } = page;
    const ids = loaded.imageIds.filter((id) => after === undefined || id < after);
    const items = await getImageItems(read, ids.slice(0, page.limit + 1));
    return pageOf(items, page, {
      resource: toImage,
      position: (item) => toImage(item).id,
    });
  },
});
