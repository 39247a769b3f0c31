import { conflict, notFound } from '../core/errors.ts';
import { deletedSchema, operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from './get-portal.ts';
import { deleteImage, getImagePortal } from './image-store.ts';
import { getPortalItem } from './portal-store.ts';

export const deletePortalImage = operation({
  id: 'deletePortalImage',
  method: 'DELETE',
  path: `${PORTAL_PATH}/images/{imageId}`,
  tag: 'Feedback portals',
  summary: 'Delete an image of a portal',
  description:
    'Deletes an image that is neither the logo of the portal nor the cover of an update, drafts included. Caches can show it for as long as they keep it.',
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

const inUse = () =>
  conflict('The portal or an update shows the image.', 'Take it from there first, then delete it.');
