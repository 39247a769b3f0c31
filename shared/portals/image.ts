import * as z from 'zod';
import { timestamp, uuid } from '../core/schema.ts';

/** What a request's body can hold of one; enough for a logo and for a cover in a modern format. */
export const IMAGE_MAX_BYTES = 45 * 1024;

/** The most that a portal keeps. */
export const MAX_IMAGES = 200;

const types = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof types)[number];

export const portalImageSchema = z
  .object({
    id: uuid(),
    portalId: uuid(),
    type: z.enum(types),
    inUse: z.boolean().meta({ description: 'Whether the portal or an update shows it, drafts included.' }),
    createdAt: timestamp(),
  })
  .meta({ id: 'PortalImage', description: 'A logo or a cover image, served by the service itself.' });

export type PortalImage = z.output<typeof portalImageSchema>;

/** The type of an image by how it begins, whatever its sender calls it; undefined for what is none. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  const [container, form] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)];
  return container === 'RIFF' && form === 'WEBP' ? 'image/webp' : undefined;
}

/** Where an image is served. Its id is what only those know who were shown it. */
export const imageUrl = (baseUrl: string, id: string): string => `${baseUrl}${imagePath(id)}`;
export const imagePath = (id: string): string => `/portal-images/${id}`;
