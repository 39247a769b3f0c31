import { writeConflict } from '../../kernel/core/errors.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { IMAGES_MAX, type PortalImage } from './image.ts';
import type { Key, Item, Reader, Change, Addition } from '../../kernel/core/database.ts';

const imageKey = itemKind('FM#', 'workspace').key;
/** Stored next to an image, and much smaller: its metadata and what uses it. */
const usesKey = (id: string): Key => ({ pk: imageKey(id).pk, sk: '#USES' });
/** The list of a portal's images. */
const listKind = itemKind('FMS#', 'workspace');
const listKey = listKind.key;

/** The portal whose list of images an item is; undefined for another item. */
export const listedPortalOf = (key: Key): string | undefined =>
  listKind.includes(key) ? listKind.idOf(key) : undefined;

export interface StoredImage extends Omit<PortalImage, 'inUse'> {
  bytes: Uint8Array;
}

export const getImage = async (read: Reader, id: string): Promise<StoredImage | undefined> => {
  const item = (await read.get(imageKey(id))) as (Item & Omit<StoredImage, 'id'>) | undefined;
  return (
    item && { id, portalId: item.portalId, type: item.type, bytes: item.bytes, createdAt: item.createdAt }
  );
};

/** Metadata of images, without their bytes, in the order of their ids. */
export const getImageItems = async (read: Reader, ids: readonly string[]): Promise<Item[]> =>
  (await read.getMany(ids.map(usesKey))).filter((item) => item !== undefined);

export const toImage = (item: Item): PortalImage => {
  const { id, portalId, type, createdAt, usedBy } = item as Item &
    Omit<PortalImage, 'inUse'> & { usedBy?: unknown };
  return { id, portalId, type, inUse: usedBy !== undefined, createdAt };
};

/** An image's metadata without its bytes, or undefined. */
export async function getImageItem(read: Reader, id: string): Promise<PortalImage | undefined> {
  const item = await read.get(usesKey(id));
  return item && toImage(item);
}

/** The id of an image's portal, or undefined. */
export const getImagePortal = async (read: Reader, id: string): Promise<string | undefined> =>
  (await read.get(usesKey(id)))?.['portalId'] as string | undefined;

/** The ids of a portal's images, newest first. */
export async function getImageIds(read: Reader, portalId: string): Promise<string[]> {
  const ids = (await read.get(listKey(portalId)))?.['imageIds'] as Set<string> | undefined;
  return [...(ids ?? [])].sort().reverse();
}

/** Changes that create an image. Throws `tooMany` if its portal has the maximum. */
export const putImage = (
  { id, bytes, ...image }: StoredImage,
  tooMany: () => Error,
  usedBy: readonly string[] = [],
): Change[] => [
  { put: { ...imageKey(id), ...image, bytes }, if: 'absent' },
  {
    put: {
      ...usesKey(id),
      id,
      ...image,
      ...(usedBy.length > 0 ? { usedBy: new Set(usedBy) } : {}),
    },
    if: 'absent',
  },
  {
    update: listKey(image.portalId),
    with: { add: { images: 1, imageIds: new Set([id]) } },
    if: { absentOrAtMost: { attribute: 'images', value: IMAGES_MAX - 1 } },
    onConditionFailed: tooMany,
  },
];

/** Changes that delete an image. Throws `inUse` if it is in use, `gone` if it does not exist. */
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

/** Changes that delete images, even if they are in use, and the portal's list of images. */
export const deleteImages = (portalId: string, ids: readonly string[]): Change[] => [
  ...ids.flatMap((id): Change[] => [{ delete: imageKey(id) }, { delete: usesKey(id) }]),
  { delete: listKey(portalId) },
];

/** The resource that uses an image, and the image; null for none. */
interface Shown {
  portalId: string;
  by: string;
  imageId: string | null;
}

/** Changes that replace the image a resource uses. */
export function showImage({ portalId, by, imageId }: Shown, before: string | null): Addition[] {
  if (imageId === before) return [];
  const usedBy = new Set([by]);
  const begun: Addition[] =
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
  const ended: Addition[] =
    before === null ? [] : [{ update: usesKey(before), with: { delete: { usedBy } } }];
  return [...begun, ...ended];
}
