import * as z from 'zod';
import { conflict, invalidRequest, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from './portal-access.ts';
import { IMAGE_MAX_BYTES, IMAGES_MAX, portalImageSchema } from './image.ts';
import { cleanImage } from './images/clean-image.ts';
import { getImageItem, putImage, type StoredImage } from './image-store.ts';
import { getPortalItem, portalExists } from './portal-store.ts';

export const createPortalImage = operation({
  id: 'createPortalImage',
  method: 'POST',
  path: `${PORTAL_PATH}/images`,
  tag: 'Feedback portals',
  summary: 'Upload a portal image',
  description: `Uploads a PNG, JPEG or WebP image of up to ${IMAGE_MAX_BYTES / 1024} KiB, for use as the portal's logo or an update's cover. Metadata such as EXIF, with the place where a photo was taken, is removed; the pixels, their orientation and color profile remain.`,
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  errors: ['conflict'],
  params: { portalId: uuid() },
  body: () =>
    z
      .strictObject({ data: z.string().meta({ description: 'The file, base64-encoded.' }) })
      .meta({ id: 'CreatePortalImageRequest' }),
  output: portalImageSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ body: { data }, loaded, caller, now, newId, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    const file = Buffer.from(data, 'base64');
    if (file.length > IMAGE_MAX_BYTES) {
      throw invalidRequest([{ path: 'data', message: `must be at most ${IMAGE_MAX_BYTES} bytes` }]);
    }
    const cleaned = cleanImage(file);
    if (!cleaned) throw invalidRequest([{ path: 'data', message: NOT_AN_IMAGE }]);
    const image: StoredImage = {
      id: newId(),
      portalId: portal.id,
      createdAt: now.toISOString(),
      ...cleaned,
    };
    const gone = () => notFound('portal');
    await commit([portalExists(portal.id, gone), ...putImage(image, tooMany)], image.id);
    const { bytes: _, ...fields } = image;
    return { ...fields, inUse: false };
  },
  replay: async ({ caller, read, resourceId }) => {
    const image = orNotFound(await getImageItem(read, resourceId), 'image');
    ownPortalOrThrow(caller, await getPortalItem(read, image.portalId));
    return image;
  },
});

const NOT_AN_IMAGE =
  'is not a base64-encoded PNG, JPEG or WebP file, or the file is damaged or has data after its end';

/** The 409 for a portal with the maximum number of images. */
const tooMany = () =>
  conflict(
    `The portal already has ${IMAGES_MAX} images, the maximum.`,
    'Delete unused images: those with inUse false in listPortalImages.',
  );
