import { originOf } from '../../kernel/core/origin.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi2, gsi4, gsi5, gsi8, inIndex, itemKind, partitionIn } from '../../kernel/db/table.ts';
import { definePublicTexts } from '../../kernel/core/public-texts.ts';
import { releaseSlugs, claimSlug, type SlugSpace } from '../../kernel/slugs/slug-store.ts';
import { rankOf } from './front-page.ts';
import { contentChanged } from './front-page-store.ts';
import { link, unlink } from './item-link-store.ts';
import {
  isFinished,
  storedItemSchema,
  toPublicItem,
  type FeedbackItem,
  type ItemStatus,
  type PublicItem,
} from './item.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/** The counts are stored next to the document, so that votes do not change the item. */
export const feedbackItemDocument = defineDocument(storedItemSchema, {
  longText: 'description',
  added: { tags: [], internalTags: [] },
});

const publicTexts = definePublicTexts(['title', 'description', 'roadmapSummary']);

/** Identifies these items in the table's stream. */
export const feedbackItemKind = itemKind('FI#', 'workspace');
const itemKey = feedbackItemKind.key;

/** Indexes of visible items; the sort key of the rank is `dueAt`. */
export const itemIndexes = { status: gsi2, board: gsi5, boardAndStatus: gsi4, rank: gsi8 } as const;

/** Hidden items have a separate list and are in no other index. */
export const itemPartitions = {
  all: (portalId: string) => `F#${portalId}#I`,
  hidden: (portalId: string) => `F#${portalId}#IH`,
  status: (portalId: string, status: ItemStatus) => `F#${portalId}#${status}`,
  board: (portalId: string, boardId: string) => `F#${portalId}#B#${boardId}`,
  boardAndStatus: (portalId: string, boardId: string, status: ItemStatus) =>
    `F#${portalId}#B#${boardId}#${status}`,
  votes: (portalId: string) => `F#${portalId}#V`,
  finishedVotes: (portalId: string) => `F#${portalId}#VF`,
};

export const itemSlugs = (portalId: string): SlugSpace => `item#${portalId}`;

export const itemSortKey = (id: string): string => itemKey(id).pk;
export const itemIdOf = feedbackItemKind.idOf;
export const itemPortalOf = (item: Item): string => item['portalId'] as string;
/** The ranking of a status's items by votes. */
export const rankedIn = (portalId: string, status: ItemStatus): string =>
  isFinished(status) ? itemPartitions.finishedVotes(portalId) : itemPartitions.votes(portalId);
export const isRanked = (item: Item): boolean =>
  partitionIn(itemIndexes.rank, item) === undefined ||
  Object.entries(rankingOf(item)).every(([name, value]) => item[name] === value);

/** The ranking attributes of a visible item. */
function rankingOf(item: Item) {
  const { portalId, status, voteCount, id } = toItem(item);
  return { ...inIndex(itemIndexes.rank, rankedIn(portalId, status)), dueAt: rankOf(voteCount, id) };
}
/** State of the item's stories when its status last followed them. */
export const followedOf = (item: Item): string | undefined => item['followed'] as string | undefined;

/** Whether the author has changed the text of an item. */
export const isEdited = (item: Item): boolean => item['editedAt'] !== undefined;

export const getItem = (read: Reader, id: string) => read.get(itemKey(id));

/** Reads items by key as lists return them, in the order of the keys; omits those deleted since. */
export async function getListedItems(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const attributes = ['doc', 'longText', 'voteCount', 'commentCount', 'dueAt', 'publicTexts'];
  return (await read.getMany(keys, attributes)).filter((item) => item !== undefined);
}

/** Reads items by id, like getListedItems. */
export const getListedItemsById = (read: Reader, ids: readonly string[]) =>
  getListedItems(read, ids.map(itemKey));

export function toItem(item: Item): FeedbackItem {
  const { voteCount, commentCount } = item as Item & { voteCount: number; commentCount: number };
  const stored = feedbackItemDocument.read(item);
  return { ...stored, voteCount, commentCount, origin: originOf({ kind: stored.authorKind }) };
}

/** An item as the public sees it, with email addresses masked. */
export function toShownItem(item: Item): PublicItem {
  const shown = toPublicItem(toItem(item));
  return { ...shown, ...publicTexts.read(shown, item['publicTexts']) } as PublicItem;
}

/** Whether a board has items, including hidden ones. Eventually consistent. */
export async function boardHasItems(read: Reader, portalId: string, boardId: string): Promise<boolean> {
  const partition = itemPartitions.board(portalId, boardId);
  const [visible] = await read.query({ index: itemIndexes.board, partition, limit: 1 });
  if (visible) return true;
  const hidden = itemPartitions.hidden(portalId);
  const items = await read.query({ index: 'list', partition: hidden, limit: 1_000 });
  return items.some((item) => toItem(item).boardId === boardId);
}

/** Whether a portal has items, including hidden ones. Eventually consistent. */
export async function portalHasItems(read: Reader, portalId: string): Promise<boolean> {
  const partitions = [itemPartitions.all(portalId), itemPartitions.hidden(portalId)];
  const found = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 1 })),
  );
  return found.some(({ length }) => length > 0);
}

/** The attributes of an item, and those to remove. */
function attributesOf({ voteCount, commentCount: _, ...stored }: FeedbackItem) {
  const { id, portalId, boardId, status, hidden, updatedAt } = stored;
  const written = feedbackItemDocument.write(stored);
  const indexed = {
    ...inIndex(itemIndexes.status, itemPartitions.status(portalId, status)),
    ...inIndex(itemIndexes.board, itemPartitions.board(portalId, boardId)),
    ...inIndex(itemIndexes.boardAndStatus, itemPartitions.boardAndStatus(portalId, boardId, status)),
    // The due index sorts by text, and the sweeper reads no portal's partition.
    ...inIndex(itemIndexes.rank, rankedIn(portalId, status)),
    dueAt: rankOf(voteCount, id),
  };
  const set = {
    ...written,
    publicTexts: publicTexts.write(stored),
    portalId,
    updatedAt,
    inList: hidden ? itemPartitions.hidden(portalId) : itemPartitions.all(portalId),
    ...(hidden ? { isHidden: true } : indexed),
  };
  const remove = [
    ...(written.split ? [] : ['split', 'longText']),
    ...(hidden ? Object.keys(indexed) : ['isHidden']),
  ];
  return { set, remove };
}

const newItem = (item: FeedbackItem): Item => {
  const { id, voteCount, commentCount } = item;
  return { ...itemKey(id), ...attributesOf(item).set, voteCount, commentCount };
};

/** Changes that create an item. Throws `slugTaken` if another item of the portal has its slug. */
export const putItem = (item: FeedbackItem, slugTaken: () => Error): Change[] => [
  claimSlug(itemSlugs(item.portalId), item.slug, item.id, slugTaken),
  { put: newItem(item), if: 'absent' },
  contentChanged(item.portalId),
  ...link(item.id, item.storyIds),
];

/** Attributes to set besides those of the item itself. */
interface Extra {
  editedAt?: string;
  followed?: string;
  voteTargets?: Set<string>;
}

/** Changes that replace an item with its next version. */
export function replaceItem(
  item: FeedbackItem,
  previous: FeedbackItem,
  stale: (current: Item | undefined) => Error,
  extra: Extra = {},
): Change[] {
  const { set, remove } = attributesOf(item);
  const [before, after] = [previous.storyIds, item.storyIds];
  return [
    {
      update: itemKey(item.id),
      with: { set: { ...set, ...extra }, remove },
      if: { equals: { updatedAt: previous.updatedAt } },
      onConditionFailed: stale,
    },
    contentChanged(item.portalId),
    ...link(
      item.id,
      after.filter((id) => !before.includes(id)),
    ),
    ...unlink(
      item.id,
      before.filter((id) => !after.includes(id)),
    ),
  ];
}

/** Changes that merge an item or separate it again, provided that its comments have not changed either. */
export function replaceMerged(
  item: FeedbackItem,
  previous: FeedbackItem,
  writeConflict: () => Error,
  extra: Extra = {},
): Change[] {
  const [first, ...others] = replaceItem(item, previous, writeConflict, extra);
  const { updatedAt, commentCount } = previous;
  return [{ ...first!, if: { equals: { updatedAt, commentCount } } }, ...others];
}

/**
 * Changes that delete an item, provided that it is unchanged. Its votes and comments are deleted shortly
 * afterwards.
 */
export const deleteItem = (item: FeedbackItem, writeConflict: () => Error): Change[] => [
  {
    delete: itemKey(item.id),
    if: { equals: { updatedAt: item.updatedAt } },
    onConditionFailed: writeConflict,
  },
  contentChanged(item.portalId),
  ...releaseSlugs(itemSlugs(item.portalId), [item.slug]),
  ...unlink(item.id, item.storyIds),
];

/**
 * Changes that delete an item, provided that no one has voted for it, commented on it or merged another into it since it
 * was read either.
 */
export function deleteUntouched(item: FeedbackItem, writeConflict: () => Error): Change[] {
  const [first, ...others] = deleteItem(item, writeConflict);
  const { updatedAt, voteCount, commentCount } = item;
  return [
    { ...first!, if: { equals: { updatedAt, voteCount, commentCount, merged: undefined } } },
    ...others,
  ];
}

/** Updates an item's position by votes, unless the votes have changed since. */
export const repositionByVotes = (item: Item, moved: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: rankingOf(item) },
  if: { equals: { voteCount: item['voteCount'], dueAt: item['dueAt'] } },
  onConditionFailed: moved,
});

/** Records the state of an item's stories when it does not change the item's status. */
export const recordFollowed = (item: Item, followed: string, moved: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { followed } },
  if: { equals: { updatedAt: item['updatedAt'] } },
  onConditionFailed: moved,
});

/** The items that were merged into one, with those that had been merged into them. */
export const mergedOf = (item: Item): string[] => [...((item['merged'] as Set<string> | undefined) ?? [])];

/** The items to which the votes of an item have, or may have, been copied. */
export const voteTargetsOf = (item: Item): string[] => [
  ...((item['voteTargets'] as Set<string> | undefined) ?? []),
];

/** The item that has all votes of this one. */
export const votesMovedTo = (item: Item): string | undefined => item['votesMovedTo'] as string | undefined;

/** Adds to an item what was merged into it, or takes it away. Throws `refused` if the item is deleted or hidden. */
export const countMerged = (
  id: string,
  { add, ids, comments }: { add: boolean; ids: readonly string[]; comments: number },
  refused: (current: Item | undefined) => Error,
): Change => ({
  update: itemKey(id),
  with: add
    ? { add: { commentCount: comments, merged: new Set(ids) } }
    : { add: { commentCount: -comments }, delete: { merged: new Set(ids) } },
  if: add ? { equals: { isHidden: undefined } } : 'present',
  onConditionFailed: refused,
});

/** Records where the votes of a merged item are. Throws `moved` if it was merged or split since it was read. */
export const recordVotes = (
  item: Item,
  { to, left }: { to: string | undefined; left: readonly string[] },
  moved: () => Error,
): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: {
    ...(to === undefined ? { remove: ['votesMovedTo'] } : { set: { votesMovedTo: to } }),
    ...(left.length > 0 ? { delete: { voteTargets: new Set(left) } } : {}),
  },
  if: { equals: { updatedAt: item['updatedAt'] } },
  onConditionFailed: moved,
});

/** Counts a vote or a comment. Throws `refused` if the item is deleted or hidden, or has the maximum. */
export const countOnItem = (
  id: string,
  counted: { attribute: 'voteCount' | 'commentCount'; by: 1 | -1; most?: number },
  refused: (current: Item | undefined) => Error,
): Change => ({
  update: itemKey(id),
  with: {
    add: { [counted.attribute]: counted.by },
  },
  if:
    counted.by === 1
      ? { equals: { isHidden: undefined }, below: { [counted.attribute]: counted.most ?? 1_000_000 } }
      : 'present',
  onConditionFailed: refused,
});
