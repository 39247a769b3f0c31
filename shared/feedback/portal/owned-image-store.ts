import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { ImageOwner } from './image.ts';
import { deleteImageItems, getImageItems, imageChanges, imageKind, type StoredImage } from './image-store.ts';

/** Maximum number of images that their author adds to one idea or comment. */
export const OWNED_IMAGES_MAX = 10;

/** The list of the images of an idea or comment. */
const listKind = itemKind('FMO#', 'workspace');
const listKey = listKind.key;

/** The idea or comment whose list of images an item is; undefined for another item. */
export const listedOwnerOf = (item: Item): ImageOwner | undefined =>
  listKind.includes(item) ? { kind: item['of'] as ImageOwner['kind'], id: listKind.idOf(item) } : undefined;

/** Whether an idea or comment has the maximum of images, before work that `putOwnedImage` would refuse at its end. */
export async function hasAllImages(read: Reader, ownerId: string): Promise<boolean> {
  return Number((await read.get(listKey(ownerId)))?.['images'] ?? 0) >= OWNED_IMAGES_MAX;
}

/** The images of an idea and of its comments, in the index of lists. */
const imagesOfItem = (itemId: string): string => `${listKey(itemId).pk}#I`;

/**
 * Changes that create an image of an idea, or of a comment on it. Throws `tooMany` if what it is added to has the maximum.
 */
export const putOwnedImage = (
  image: StoredImage,
  { owner, itemId }: { owner: ImageOwner; itemId: string },
  tooMany: () => Error,
): Change[] => [
  ...imageChanges(image, { owner, inList: imagesOfItem(itemId) }),
  {
    update: listKey(owner.id),
    with: {
      set: { of: owner.kind },
      add: { images: 1, imageIds: new Set([image.id]) },
    },
    if: { absentOrAtMost: { attribute: 'images', value: OWNED_IMAGES_MAX - 1 } },
    onConditionFailed: tooMany,
  },
];

/**
 * What is known of the newest images of an idea and of its comments, newest first, before one; `end` is where it goes on,
 * also where some of them have been deleted since. Eventually consistent.
 */
export async function findOwnedImages(
  read: Reader,
  itemId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ items: Item[]; end: string | undefined }> {
  const keys = await readNewest(read, {
    index: 'list',
    partitions: [imagesOfItem(itemId)],
    before: before === undefined ? undefined : imageKind.key(before).pk,
    limit: limit + 1,
  });
  const page = keys.slice(0, limit);
  const items = await getImageItems(read, page.map(imageKind.idOf));
  return { items, end: keys.length > limit ? page.at(-1)!.pk : undefined };
}

/** Changes that delete all images of an idea or comment. */
export async function deleteOwnedImages(read: Reader, ownerId: string): Promise<Change[]> {
  const key: Key = listKey(ownerId);
  const ids = (await read.get(key))?.['imageIds'] as Set<string> | undefined;
  return ids ? [...deleteImageItems([...ids]), { delete: key }] : [];
}
