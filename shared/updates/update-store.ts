import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { showImage } from '../portals/image-store.ts';
import { freeSlugs, moveSlugs, takeSlug, type SlugSpace } from '../portals/slug.ts';
import { updateSchema, type FeedbackUpdate } from './update.ts';

const document = defineDocument<FeedbackUpdate>(updateSchema.keyof().options, { longText: 'body' });

const updateKey = (id: string): Key => entityKey(`FU#${id}`);

export const updatesOf = (portalId: string): string => `F#${portalId}#U`;
/** The published ones, sorted by when they were. */
export const publishedOf = (portalId: string): string => `F#${portalId}#UP`;
export const updateSlugs = (portalId: string): SlugSpace => `update#${portalId}`;

export const updateSortKey = (id: string): string => updateKey(id).pk;
export const updateIdOf = ({ pk }: Key): string => pk.slice('FU#'.length);
export const updatePortalOf = (item: Item): string => item['portalId'] as string;
export const publishedPosition = (item: Item): string => item['dueAt'] as string;

export const getUpdate = (read: Reader, id: string) => read.get(updateKey(id));

/** Updates by their keys, in the order of the keys; what is gone meanwhile is left out. */
export async function getListedUpdates(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc', 'nulls', 'longText', 'dueAt']);
  return items.filter((item) => item !== undefined);
}

export const toUpdateJson = (item: Item) => document.json(item);
export const toUpdate = (item: Item) => document.read(item);

/** Whether a portal has updates, eventually consistent. */
export async function portalHasUpdates(read: Reader, portalId: string): Promise<boolean> {
  return (await read.query({ index: 'list', partition: updatesOf(portalId), limit: 1 })).length > 0;
}

function updateItem(update: FeedbackUpdate): Item {
  const { id, portalId, publishedAt, updatedAt } = update;
  return {
    ...updateKey(id),
    ...document.write(update),
    portalId,
    updatedAt,
    inList: updatesOf(portalId),
    // The index of what is due sorts by text, and no partition of a portal is one that is swept.
    ...(publishedAt === null ? {} : { inDue: publishedOf(portalId), dueAt: `${publishedAt}#${id}` }),
  };
}

const cover = ({ id, portalId, coverImageId }: FeedbackUpdate) => ({
  ...{ portalId, by: id },
  imageId: coverImageId,
});

/** The changes that make an update; `slugTaken` is thrown where another of the portal has its slug. */
export const putUpdate = (update: FeedbackUpdate, slugTaken: () => Error): Change[] => [
  takeSlug(updateSlugs(update.portalId), update.slug, update.id, slugTaken),
  { put: updateItem(update), if: 'absent' },
  ...showImage(cover(update), null),
];

/** The changes that put an update's next version in the place of the one that it was made from. */
export const replaceUpdate = (
  update: FeedbackUpdate,
  previous: FeedbackUpdate,
  slugTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: updateItem(update), if: { equals: { updatedAt: previous.updatedAt } }, otherwise: stale },
  ...moveSlugs(updateSlugs(update.portalId), update, previous, slugTaken),
  ...showImage(cover(update), previous.coverImageId),
];

/** The changes that delete an update as it was read. */
export const deleteUpdate = (update: FeedbackUpdate, raceLost: () => Error): Change[] => [
  { delete: updateKey(update.id), if: { equals: { updatedAt: update.updatedAt } }, otherwise: raceLost },
  ...freeSlugs(updateSlugs(update.portalId), [update.slug, ...update.formerSlugs]),
  ...showImage({ ...cover(update), imageId: null }, update.coverImageId),
];
