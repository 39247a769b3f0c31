import * as z from 'zod';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

const MIB = 1024 * 1024;

/** The largest file of an image: one that is uploaded to the bucket, and one that a request contains. */
export const IMAGE_MAX_BYTES = 10 * MIB;
export const IMAGE_SENT_MAX_BYTES = 4 * MIB;

/** A request that contains an image of that size in base64; with it, Lambda's 6 MB are full. */
export const IMAGE_BODY_MAX_BYTES = 5_700_000;

/** A form with such a file. */
export const IMAGE_FORM_MAX_BYTES = IMAGE_SENT_MAX_BYTES + 64 * 1024;

/** Larger images are made smaller and kept as files; these are kept as they are, without their metadata. */
export const IMAGE_INLINE_MAX_BYTES = 45 * 1024;

/** The most pixels of an image: those of a photo of 6,000 by 4,000, with some to spare. */
export const IMAGE_MAX_PIXELS = 25_000_000;

/** What making an image costs in the rate limits: one of many pixels takes a second of CPU time. */
export const IMAGE_COST = 20;

/** Maximum number of images per portal, and of those that visitors add to one idea or comment. */
export const IMAGES_MAX = 200;

const types = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof types)[number];

/** What a visitor has added an image to. */
export interface ImageOwner {
  kind: 'item' | 'comment';
  id: string;
}

/** The id of an image in a portal or update. */
export const imageId = () =>
  uuid().meta({ description: 'An image of the portal, created with createPortalImage.' });

const pixels = (side: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `Its ${side} in pixels; null for images of before it was kept.` });

export const portalImageSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      portalId: uuid(),
      type: z.enum(types).meta({ id: 'PortalImageType' }),
      inUse: z.boolean().meta({ description: 'Whether the portal or an update, including drafts, uses it.' }),
      createdAt: timestamp(),
      width: pixels('width'),
      height: pixels('height'),
    })
    .meta({ id: 'PortalImage', description: 'A logo or cover image hosted by the service.' }),
);

export type PortalImage = z.output<ReturnType<typeof portalImageSchema>>;

/** The URL path of an image. The id is not guessable. */
export const imageUrl = (baseUrl: string, id: string): string => `${baseUrl}${imagePath(id)}`;
export const imagePath = (id: string): string => `/portal-images/${id}`;
