import * as z from 'zod';
import { conflict, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { IMAGE_BODY_MAX_BYTES, IMAGE_COST, IMAGES_MAX, portalImageSchema } from '../portal/image.ts';
import { uploadedImage } from '../portal/image-files.ts';
import { makeImageOrThrow, sentFileOrThrow, storeImage } from '../portal/image-request.ts';
import { getImageIds, getImageItem, putImage } from '../portal/image-store.ts';
import type { Portal } from '../portal/portal.ts';
import { getPortalItem, portalExists } from '../portal/portal-store.ts';

const imageCreateSchema = memoize(() =>
  z
    .strictObject({
      data: z.string().optional().meta({ description: 'The file, base64-encoded, of up to 4 MiB.' }),
      uploadId: uuid()
        .optional()
        .meta({ description: 'In place of data: the id of createPortalImageUpload, for up to 10 MiB.' }),
    })
    .refine(({ data, uploadId }) => (data === undefined) !== (uploadId === undefined), {
      path: ['data'],
      error: 'or uploadId is required, and not both',
    })
    .meta({ id: 'CreatePortalImageRequest' }),
);

type ImageRequest = z.output<ReturnType<typeof imageCreateSchema>>;

export const createPortalImage = operation({
  id: 'createPortalImage',
  method: 'POST',
  path: `${PORTAL_PATH}/images`,
  tag: 'Feedback portals',
  summary: 'Upload a portal image',
  description:
    "Creates a PNG, JPEG or WebP image for use as the portal's logo, an update's cover, or in the text of an update. The request contains a file of up to 4 MiB; createPortalImageUpload takes up to 10 MiB. Metadata such as EXIF, with the place where a photo was taken, is removed. Files over 45 KiB become WebP of at most 1,920 pixels in width, also in smaller widths for phones; of an animation, the first frame.",
  scopes: ['feedback:write'],
  role: 'member',
  cost: IMAGE_COST,
  status: 201,
  errors: ['conflict'],
  params: { portalId: uuid() },
  body: imageCreateSchema,
  bodyMaxBytes: IMAGE_BODY_MAX_BYTES,
  output: portalImageSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    imageIds: getImageIds(read, path.portalId),
  }),
  handle: async ({ body, loaded, caller, now, newId, setting, tryWrite, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    if (loaded.imageIds.length >= IMAGES_MAX) throw tooMany();
    const field = body.data === undefined ? 'uploadId' : 'data';
    const made = await makeImageOrThrow(await fileOrThrow({ setting }, portal, body), field);
    const id = newId();
    const { image, facts } = await storeImage({ setting, now, write: tryWrite }, portal, id, made);
    const gone = () => notFound('portal');
    await commit([portalExists(portal.id, gone), ...putImage(image, tooMany)], image.id);
    const { portalId, createdAt } = image;
    return { id, portalId, ...facts, inUse: false, createdAt };
  },
  replay: async ({ caller, read, resourceId }) => {
    const image = orNotFound(await getImageItem(read, resourceId), 'image');
    ownPortalOrThrow(caller, await getPortalItem(read, image.portalId));
    return image;
  },
});

/** The file of a request. Throws a 400 if it is too large, and a 409 if an upload has not arrived. */
async function fileOrThrow(
  call: Pick<OperationContext, 'setting'>,
  portal: Portal,
  { data, uploadId }: ImageRequest,
): Promise<Buffer> {
  if (uploadId !== undefined) {
    const file = await uploadedImage(call, portal, uploadId);
    if (!file) throw notUploaded();
    return file;
  }
  return sentFileOrThrow(data!, '; createPortalImageUpload takes larger files');
}

const notUploaded = () =>
  conflict(
    'The file has not arrived.',
    'POST it with the fields that createPortalImageUpload returned, and repeat this request.',
  );

/** The 409 for a portal with the maximum number of images. */
const tooMany = () =>
  conflict(
    `The portal already has ${IMAGES_MAX} images, the maximum.`,
    'Delete unused images: those with inUse false in listPortalImages.',
  );
