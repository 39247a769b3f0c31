import { writeConflict } from '../../kernel/core/errors.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { IMAGES_MAX, type ImageOwner, type PortalImage } from './image.ts';
import type { Key, Item, Reader, Change, Addition } from '../../kernel/core/database.ts';

/** Identifies images in the table's stream. */
export const imageKind = itemKind('FM#', 'workspace');
const imageKey = imageKind.key;
/** Stored next to an image, and much smaller: its metadata and what uses it. */
const usesKey = (id: string): Key => ({ pk: imageKey(id).pk, sk: '#USES' });
/** Of the files of an image that is not written yet. */
export const pendingFilesKind = itemKind('FMP#', 'expiry');
/** How long an image may take that has files: far longer than a request. */
const PENDING_MS = 24 * 60 * 60 * 1_000;

/** The list of a portal's images. */
const listKind = itemKind('FMS#', 'workspace');
const listKey = listKind.key;

/** The portal whose list of images an item is; undefined for another item. */
export const listedPortalOf = (key: Key): string | undefined =>
  listKind.includes(key) ? listKind.idOf(key) : undefined;

/** The files of an image: their folder in the bucket, and the width in pixels of each. */
export interface ImageFiles {
  folder: string;
  widths: number[];
}

/** An image with its bytes, if it is small, or its files. */
export interface StoredImage
  extends Omit<PortalImage, 'inUse' | 'width' | 'height'>, Partial<Pick<PortalImage, 'width' | 'height'>> {
  bytes?: Uint8Array;
  files?: ImageFiles;
}

export const getImage = async (read: Reader, id: string): Promise<StoredImage | undefined> => {
  const item = (await read.get(imageKey(id))) as (Item & Partial<StoredImage>) | undefined;
  if (!item) return undefined;
  const { bytes, files } = item;
  const { inUse: _, ...fields } = toImage({ ...item, id });
  return { ...fields, ...(bytes && { bytes }), ...(files && { files }) };
};

/**
 * Changes that announce files before they are stored. The image takes them over; those of one that is refused, or whose
 * process ends before, are deleted when the announcement expires.
 */
export const announceFiles = (id: string, files: ImageFiles, now: Date): Change => ({
  put: { ...pendingFilesKind.key(id), files, ttl: Math.ceil((now.getTime() + PENDING_MS) / 1_000) },
});

/** The files of an image, or of an announcement, as the table's stream has it; undefined for one without. */
export const filesOfImage = (item: Item): ImageFiles | undefined => item['files'] as ImageFiles | undefined;

/** Metadata of images, without their bytes, in the order of their ids. */
export const getImageItems = async (read: Reader, ids: readonly string[]): Promise<Item[]> =>
  (await read.getMany(ids.map(usesKey))).filter((item) => item !== undefined);

export const toImage = (item: Item): PortalImage => {
  const {
    id,
    portalId,
    type,
    createdAt,
    usedBy,
    width = null,
    height = null,
  } = item as Item & Omit<PortalImage, 'inUse'> & { usedBy?: unknown };
  return { id, portalId, type, inUse: usedBy !== undefined, createdAt, width, height };
};

/** An image's metadata without its bytes, or undefined. */
export async function getImageItem(read: Reader, id: string): Promise<PortalImage | undefined> {
  const item = await read.get(usesKey(id));
  return item && toImage(item);
}

/** Where an image is shown: by its portal, or by an idea or comment alone, to which a visitor has added it. */
export async function getImagePlace(
  read: Reader,
  id: string,
): Promise<{ portalId: string; owner: ImageOwner | undefined } | undefined> {
  const item = await read.get(usesKey(id));
  return item && { portalId: item['portalId'] as string, owner: ownerOf(item) };
}

/** What a visitor has added an image to, as its metadata has it; undefined for one of the portal. */
export const ownerOf = (item: Item): ImageOwner | undefined => item['owner'] as ImageOwner | undefined;

/** The id of the portal that an image belongs to, or undefined. */
export async function getImagePortal(read: Reader, id: string): Promise<string | undefined> {
  const place = await getImagePlace(read, id);
  return place?.owner ? undefined : place?.portalId;
}

/** The ids of a portal's images, newest first. */
export async function getImageIds(read: Reader, portalId: string): Promise<string[]> {
  const ids = (await read.get(listKey(portalId)))?.['imageIds'] as Set<string> | undefined;
  return [...(ids ?? [])].sort().reverse();
}

/** Changes that create an image, in no list yet, and what is known of its uses. Its files have to be announced. */
export const imageChanges = ({ id, bytes, files, ...image }: StoredImage, uses: object): Change[] => [
  ...(files ? [takeOverFiles(id)] : []),
  {
    put: { ...imageKey(id), ...image, ...(bytes && { bytes }), ...(files && { files }) },
    if: 'absent',
  },
  { put: { ...usesKey(id), id, ...image, ...uses }, if: 'absent' },
];

/** Without the announcement, the files may be deleted at any moment. */
const takeOverFiles = (id: string): Change => ({
  delete: pendingFilesKind.key(id),
  if: 'present',
  onConditionFailed: writeConflict,
});

/** Changes that create an image. Throws `tooMany` if its portal has the maximum. */
export const putImage = (
  image: StoredImage,
  tooMany: () => Error,
  usedBy: readonly string[] = [],
): Change[] => [
  ...imageChanges(image, usedBy.length > 0 ? { usedBy: new Set(usedBy) } : {}),
  {
    update: listKey(image.portalId),
    with: { add: { images: 1, imageIds: new Set([image.id]) } },
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
  ...deleteImageItems(ids),
  { delete: listKey(portalId) },
];

/** The same, of images in another list or none. */
export const deleteImageItems = (ids: readonly string[]): Change[] =>
  ids.flatMap((id): Change[] => [{ delete: imageKey(id) }, { delete: usesKey(id) }]);

/** The resource that uses an image, and the image; null for none. */
interface ImageUse {
  portalId: string;
  by: string;
  imageId: string | null;
}

/** Changes that replace the image a resource uses. */
export function showImage({ portalId, by, imageId }: ImageUse, before: string | null): Addition[] {
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
