import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { ImageOwner } from './image.ts';
import { deleteImageItems, imageChanges, type StoredImage } from './image-store.ts';

/** Maximum number of images that their author adds to one idea or comment. */
export const OWNED_IMAGES_MAX = 10;

/** The list of the images of an idea or comment. */
const listKind = itemKind('FMO#', 'workspace');
const listKey = listKind.key;

/** The idea or comment whose list of images an item is; undefined for another item. */
export const listedOwnerOf = (item: Item): ImageOwner | undefined =>
  listKind.includes(item) ? { kind: item['of'] as ImageOwner['kind'], id: listKind.idOf(item) } : undefined;

/** Changes that create an image of an idea or comment. Throws `tooMany` if it has the maximum. */
export const putOwnedImage = (image: StoredImage, owner: ImageOwner, tooMany: () => Error): Change[] => [
  ...imageChanges(image, { owner }),
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

/** Changes that delete all images of an idea or comment. */
export async function deleteOwnedImages(read: Reader, ownerId: string): Promise<Change[]> {
  const key: Key = listKey(ownerId);
  const ids = (await read.get(key))?.['imageIds'] as Set<string> | undefined;
  return ids ? [...deleteImageItems([...ids]), { delete: key }] : [];
}
