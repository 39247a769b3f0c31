import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import type { PortalImage } from './image.ts';

const imageKey = (id: string): Key => entityKey(`FM#${id}`);

export interface StoredImage extends PortalImage {
  bytes: Uint8Array;
}

export const getImage = async (read: Reader, id: string): Promise<StoredImage | undefined> => {
  const item = (await read.get(imageKey(id))) as (Item & Omit<StoredImage, 'id'>) | undefined;
  return (
    item && { id, portalId: item.portalId, type: item.type, bytes: item.bytes, createdAt: item.createdAt }
  );
};

/** The portal that an image belongs to, or undefined. */
export const getImagePortal = async (read: Reader, id: string): Promise<string | undefined> =>
  (await read.get(imageKey(id)))?.['portalId'] as string | undefined;

export const putImage = ({ id, ...image }: StoredImage): Change => ({
  put: { ...imageKey(id), ...image },
  if: 'absent',
});
