import { writeConflict } from '../core/errors.ts';
import { entityKey } from '../db/table.ts';
import { MAX_IMAGES, type PortalImage } from './image.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const imageKey = (id: string): Key => entityKey(`FM#${id}`);
/** Beside an image, and much smaller: what is told of it, and what shows it. */
const usesKey = (id: string): Key => ({ pk: imageKey(id).pk, sk: '#USES' });
/** The images that a portal has. */
const listKey = (portalId: string): Key => entityKey(`FMS#${portalId}`);

export interface StoredImage extends Omit<PortalImage, 'inUse'> {
  bytes: Uint8Array;
}

export const getImage = async (read: Reader, id: string): Promise<StoredImage | undefined> => {
  const item = (await read.get(imageKey(id))) as (Item & Omit<StoredImage, 'id'>) | undefined;
  return (
    item && { id, portalId: item.portalId, type: item.type, bytes: item.bytes, createdAt: item.createdAt }
  );
};

/** Images as they are told of, without their bytes, in the order of their ids. */
export const getImageItems = async (read: Reader, ids: readonly string[]): Promise<Item[]> =>
  (await read.getMany(ids.map(usesKey))).filter((item) => item !== undefined);

export const toImage = (item: Item): PortalImage => {
  const { id, portalId, type, createdAt, usedBy } = item as Item &
    Omit<PortalImage, 'inUse'> & { usedBy?: unknown };
  return { id, portalId, type, inUse: usedBy !== undefined, createdAt };
};

/** An image without its bytes, or undefined. */
export async function getImageItem(read: Reader, id: string): Promise<PortalImage | undefined> {
  const item = await read.get(usesKey(id));
  return item && toImage(item);
}

/** The portal that an image belongs to, or undefined. */
export const getImagePortal = async (read: Reader, id: string): Promise<string | undefined> =>
  (await read.get(usesKey(id)))?.['portalId'] as string | undefined;

/** The ids of a portal's images, the newest first. */
export async function getImageIds(read: Reader, portalId: string): Promise<string[]> {
  const ids = (await read.get(listKey(portalId)))?.['imageIds'] as Set<string> | undefined;
  return [...(ids ?? [])].sort().reverse();
}

/** The changes that keep an image; `tooMany` is thrown where its portal has the most. */
export const putImage = (
  { id, bytes, ...image }: StoredImage,
  tooMany: () => Error,
  usedBy: readonly string[] = [],
): Change[] => [
  { put: { ...imageKey(id), ...image, bytes }, if: 'absent' },
  {
    put: {
      ...usesKey(id),
      ...{ id, ...image },
      ...(usedBy.length > 0 ? { usedBy: new Set(usedBy) } : {}),
    },
    if: 'absent',
  },
  {
    update: listKey(image.portalId),
    with: { add: { images: 1, imageIds: new Set([id]) } },
    if: { absentOrAtMost: { attribute: 'images', value: MAX_IMAGES - 1 } },
    onConditionFailed: tooMany,
  },
];

/** The changes that delete an image; `inUse` is thrown where something shows it, `gone` where there is none. */
export const deleteImage = (
  { id, portalId }: { id: string; portalId: string },
  inUse: () => Error,
  gone: () => Error,
): Change[] => [
  {
    delete: usesKey(id),
    if: { equals: { portalId, usedBy: undefined } },
    onConditionFailed: (current) => (current ? inUse() : gone()),
  },
  { delete: imageKey(id) },
  { update: listKey(portalId), with: { add: { images: -1 }, delete: { imageIds: new Set([id]) } } },
];

/** The changes that delete all that is kept of images, whatever showed them, and their portal's list of them. */
export const deleteImages = (portalId: string, ids: readonly string[]): Change[] => [
  ...ids.flatMap((id): Change[] => [{ delete: imageKey(id) }, { delete: usesKey(id) }]),
  { delete: listKey(portalId) },
];

/** What shows an image, and which; null for none. */
interface Shown {
  portalId: string;
  by: string;
  imageId: string | null;
}

/** The changes by which something shows another image than before. */
export function showImage({ portalId, by, imageId }: Shown, before: string | null): Change[] {
  if (imageId === before) return [];
  const usedBy = new Set([by]);
  const begun: Change[] =
    imageId === null
      ? []
      : [
          {
            update: usesKey(imageId),
            with: { add: { usedBy } },
            if: { equals: { portalId } },
            onConditionFailed: writeConflict,
          },
        ];
  const ended: Change[] = before === null ? [] : [{ update: usesKey(before), with: { delete: { usedBy } } }];
  return [...begun, ...ended];
}
