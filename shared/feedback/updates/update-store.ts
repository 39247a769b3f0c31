import { defineDocument } from '../../kernel/db/document.ts';
import { gsi8, inIndex, itemKind } from '../../kernel/db/table.ts';
import { definePublicTexts } from '../../kernel/core/public-texts.ts';
import { RENDERER_VERSION } from '../markdown/renderer-version.ts';
import { Html } from '../../kernel/html/html.ts';
import { showImage } from '../portal/image-store.ts';
import { releaseSlugs, moveSlugs, claimSlug, type SlugSpace } from '../../kernel/slugs/slug-store.ts';
import { updateSchema, type FeedbackUpdate } from './update.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const feedbackUpdateDocument = defineDocument(updateSchema, { longText: 'body' });

const publicTexts = definePublicTexts(['title', 'summary', 'body']);

/** Identifies these items in the table's stream. */
export const feedbackUpdateKind = itemKind('FU#', 'workspace');
const updateKey = feedbackUpdateKind.key;
/** Stored next to an update: its body rendered as HTML on write, because rendering can be expensive. */
const markupKey = (id: string): Key => ({ pk: updateKey(id).pk, sk: '#MARKUP' });

export const updatesOf = (portalId: string): string => `F#${portalId}#U`;
/** Indexes of updates; the sort key of the publication is `dueAt`. */
export const updateIndexes = { publication: gsi8 } as const;
/** The published updates, ordered by publication. */
export const publishedOf = (portalId: string): string => `F#${portalId}#UP`;
export const updateSlugs = (portalId: string): SlugSpace => `update#${portalId}`;

export const updateSortKey = (id: string): string => updateKey(id).pk;
export const updateIdOf = ({ pk }: Key): string => pk.slice('FU#'.length);
export const updatePortalOf = (item: Item): string => item['portalId'] as string;
export const publishedPosition = (item: Item): string => item['dueAt'] as string;

export const getUpdate = (read: Reader, id: string) => read.get(updateKey(id));

/** Reads updates by key, in the order of the keys; omits those deleted since. */
export async function getListedUpdates(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc', 'longText', 'dueAt', 'publicTexts', 'markupLength']);
  return items.filter((item) => item !== undefined);
}

export const toUpdate = (item: Item) => feedbackUpdateDocument.read(item);

/** An update with its texts as the public sees them, with email addresses masked. */
export function toShownUpdate(item: Item): FeedbackUpdate {
  const update = toUpdate(item);
  return { ...update, ...publicTexts.read(update, item['publicTexts']) } as FeedbackUpdate;
}

/** Length of an update's rendered body in UTF-16 code units; undefined if none is stored. */
export const markupLengthOf = (item: Item): number | undefined => item['markupLength'] as number | undefined;

/** Rendered bodies of updates by id; omits those rendered by an earlier version of the renderer. */
export async function getMarkup(read: Reader, ids: readonly string[]): Promise<Map<string, Html>> {
  const items = await read.getMany(ids.map(markupKey));
  return new Map(
    items.flatMap((item) => (item && isCurrent(item) ? [[updateIdOf(item), toMarkup(item)]] : [])),
  );
}

/**
 * Rendered body of one update, strongly consistent; undefined if it is missing or from an earlier version of
 * the renderer.
 */
export async function getOneMarkup(read: Reader, id: string): Promise<Html | undefined> {
  const item = await read.get(markupKey(id));
  return item && isCurrent(item) ? toMarkup(item) : undefined;
}

const isCurrent = (item: Item): boolean => item['rendererVersion'] === RENDERER_VERSION;
const toMarkup = (item: Item): Html => new Html(item['markup'] as string);

/** Whether a portal has updates. Eventually consistent. */
export async function portalHasUpdates(read: Reader, portalId: string): Promise<boolean> {
  return (await read.query({ index: 'list', partition: updatesOf(portalId), limit: 1 })).length > 0;
}

/** An update as stored, with its rendered body. */
const updateItems = (update: FeedbackUpdate, markup: string): [update: Item, markup: Item] => [
  { ...updateItem(update), markupLength: markup.length },
  { ...markupKey(update.id), rendererVersion: RENDERER_VERSION, markup },
];

function updateItem(update: FeedbackUpdate): Item {
  const { id, portalId, publishedAt, updatedAt } = update;
  return {
    ...updateKey(id),
    ...feedbackUpdateDocument.write(update),
    publicTexts: publicTexts.write(update),
    portalId,
    updatedAt,
    inList: updatesOf(portalId),
    ...(publishedAt === null
      ? {}
      : { ...inIndex(updateIndexes.publication, publishedOf(portalId)), dueAt: `${publishedAt}#${id}` }),
  };
}

const cover = ({ id, portalId, coverImageId }: FeedbackUpdate) => ({
  portalId,
  by: id,
  imageId: coverImageId,
});

/**
 * Changes that create an update with its body as renderBody returns it. Throws `slugTaken` if another update of the
 * portal has its slug.
 */
export function putUpdate(update: FeedbackUpdate, markup: string, slugTaken: () => Error): Change[] {
  const [item, rendered] = updateItems(update, markup);
  return [
    claimSlug(updateSlugs(update.portalId), update.slug, update.id, slugTaken),
    { put: item, if: 'absent' },
    { put: rendered },
    ...showImage(cover(update), null),
  ];
}

/** Changes that replace an update with its next version, and its rendered body. */
export function replaceUpdate(
  { update, markup }: { update: FeedbackUpdate; markup: string },
  previous: FeedbackUpdate,
  slugTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] {
  const [item, rendered] = updateItems(update, markup);
  return [
    { put: item, if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
    { put: rendered },
    ...moveSlugs(updateSlugs(update.portalId), update, previous, slugTaken),
    ...showImage(cover(update), previous.coverImageId),
  ];
}

/** Changes that delete an update, provided that it is unchanged. */
export const deleteUpdate = (update: FeedbackUpdate, writeConflict: () => Error): Change[] => [
  {
    delete: updateKey(update.id),
    if: { equals: { updatedAt: update.updatedAt } },
    onConditionFailed: writeConflict,
  },
  { delete: markupKey(update.id) },
  ...releaseSlugs(updateSlugs(update.portalId), [update.slug, ...update.formerSlugs]),
  ...showImage({ ...cover(update), imageId: null }, update.coverImageId),
];
