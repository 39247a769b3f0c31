import { conflict, notFound } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { deleteImage, getImagePortal } from '../portal/image-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';

export const deletePortalImage = operation({
  id: 'deletePortalImage',
  method: 'DELETE',
  path: `${PORTAL_PATH}/images/{imageId}`,
  tag: 'Feedback portals',
  summary: 'Delete a portal image',
  description:
    "Deletes an image that is not in use as the portal's logo or as the cover of an update or draft. Caches may show it for up to two minutes.",
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  params: { portalId: uuid(), imageId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    imagePortal: getImagePortal(read, path.imageId),
  }),
  handle: async ({ path: { imageId: id }, loaded, caller, commit }) => {
    const { id: portalId } = ownPortalOrThrow(caller, loaded.portal);
    const gone = () => notFound('image');
    if (loaded.imagePortal !== portalId) throw gone();
    await commit(deleteImage({ id, portalId }, inUse, gone), id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

const inUse = () => conflict('The image is in use by the portal or an update.', 'Remove it there first.');
