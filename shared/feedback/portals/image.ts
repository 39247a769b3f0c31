import * as z from 'zod';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** Fits in a request body, and is enough for a logo or a cover in a modern format. */
export const IMAGE_MAX_BYTES = 45 * 1024;

/** Maximum number of images per portal. */
export const IMAGES_MAX = 200;

const types = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof types)[number];

/** The id of an image in a portal or update. */
export const imageId = () =>
  uuid().meta({ description: 'An image of the portal, created with createPortalImage.' });

export const portalImageSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      portalId: uuid(),
      type: z.enum(types),
      inUse: z.boolean().meta({ description: 'Whether the portal or an update, including drafts, uses it.' }),
      createdAt: timestamp(),
    })
    .meta({ id: 'PortalImage', description: 'A logo or cover image hosted by the service.' }),
);

export type PortalImage = z.output<ReturnType<typeof portalImageSchema>>;

/** The URL path of an image. The id is not guessable. */
export const imageUrl = (baseUrl: string, id: string): string => `${baseUrl}${imagePath(id)}`;
export const imagePath = (id: string): string => `/portal-images/${id}`;
