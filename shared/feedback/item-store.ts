import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import { Json } from '../core/json.ts';
import { definePublicTexts } from '../core/public-texts.ts';
import { releaseSlugs, claimSlug, type SlugSpace } from '../portals/slug.ts';
import { storySortKey } from '../stories/story-store.ts';
import {
  isFinished,
  storedItemSchema,
  toPublicItem,
  type FeedbackItem,
  type ItemStatus,
  type PublicItem,
  type StoredItem,
} from './item.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** The counts stand beside the document: a vote counts up without touching the item. */
const document = defineDocument<StoredItem>(storedItemSchema.keyof().options, { longText: 'description' });

const publicTexts = definePublicTexts(['title', 'description', 'roadmapSummary']);

/** Identifies these items in the table's stream. */
export const feedbackItemKind = itemKind('FI#');
const itemKey = feedbackItemKind.key;

/** Hidden items stand in one list of their own, and in no other index. */
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
/** Where an item stands among the others by votes: unique, and the more votes the higher. */
export const rankOf = (voteCount: number, id: string): string =>
  `${String(voteCount).padStart(9, '0')}#${id}`;
/** Where all items of a status stand by votes. */
export const rankedIn = (portalId: string, status: ItemStatus): string =>
  isFinished(status) ? itemPartitions.finishedVotes(portalId) : itemPartitions.votes(portalId);
export const isRanked = (item: Item): boolean =>
  item['inDue'] === undefined ||
  Object.entries(rankingOf(item)).every(([name, value]) => item[name] === value);

/** The attributes by which an item that is not hidden belongs among the others by votes. */
function rankingOf(item: Item) {
  const { portalId, status, voteCount, id } = toItem(item);
  return { inDue: rankedIn(portalId, status), dueAt: rankOf(voteCount, id) };
}
/** What the item's stories were when its status last followed them. */
export const followedOf = (item: Item): string | undefined => item['followed'] as string | undefined;

export const getItem = (read: Reader, id: string) => read.get(itemKey(id));

/** Items by their keys as lists show them, in the order of the keys; what is gone meanwhile is left out. */
export async function getListedItems(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const attributes = ['doc', 'nulls', 'longText', 'voteCount', 'commentCount', 'dueAt', 'publicTexts'];
  return (await read.getMany(keys, attributes)).filter((item) => item !== undefined);
}

/** Items by id, as getListedItems. */
export const getListedItemsById = (read: Reader, ids: readonly string[]) =>
  getListedItems(read, ids.map(itemKey));

export function toItemJson(item: Item): Json<FeedbackItem> {
  const { text } = document.json(item);
  const { voteCount, commentCount } = item as Item & { voteCount: number; commentCount: number };
  return new Json(`${text.slice(0, -1)},"voteCount":${voteCount},"commentCount":${commentCount}}`);
}

export const toItem = (item: Item): FeedbackItem => toItemJson(item).parse();

/** An item as anyone sees it, without e-mail addresses. */
export function toShownItem(item: Item): PublicItem {
  const shown = toPublicItem(toItem(item));
  return { ...shown, ...publicTexts.read(shown, item['publicTexts']) } as PublicItem;
}

/** Whether a board has items, eventually consistent; also hidden ones. */
export async function boardHasItems(read: Reader, portalId: string, boardId: string): Promise<boolean> {
  const partition = itemPartitions.board(portalId, boardId);
  const [visible] = await read.query({ index: 'objective', partition, limit: 1 });
  if (visible) return true;
  const hidden = itemPartitions.hidden(portalId);
  const items = await read.query({ index: 'list', partition: hidden, limit: 1_000 });
  return items.some((item) => toItem(item).boardId === boardId);
}

/** Whether a portal has items, eventually consistent; also hidden ones. */
export async function portalHasItems(read: Reader, portalId: string): Promise<boolean> {
  const partitions = [itemPartitions.all(portalId), itemPartitions.hidden(portalId)];
  const found = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 1 })),
  );
  return found.some(({ length }) => length > 0);
}

/** The attributes of an item, and those that it is to lack. */
function attributesOf({ voteCount, commentCount: _, ...stored }: FeedbackItem) {
  const { id, portalId, boardId, status, hidden, updatedAt } = stored;
  const written = document.write(stored);
  const indexed = {
    inStatus: itemPartitions.status(portalId, status),
    inObjective: itemPartitions.board(portalId, boardId),
    inSprint: itemPartitions.boardAndStatus(portalId, boardId, status),
    // The index of what is due sorts by text, and no partition of a portal is one that is swept.
    inDue: rankedIn(portalId, status),
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
    ...(written.apart ? [] : ['apart', 'longText']),
    ...(hidden ? Object.keys(indexed) : ['isHidden']),
  ];
  return { set, remove };
}

const newItem = (item: FeedbackItem): Item => {
  const { id, voteCount, commentCount } = item;
  return { ...itemKey(id), ...attributesOf(item).set, voteCount, commentCount };
};

/** The changes that make an item; `slugTaken` is thrown where another of the portal has its slug. */
export const putItem = (item: FeedbackItem, slugTaken: () => Error): Change[] => [
  claimSlug(itemSlugs(item.portalId), item.slug, item.id, slugTaken),
  { put: newItem(item), if: 'absent' },
  ...link(item.id, item.storyIds),
];

interface Followed {
  followed?: string;
}

/** The changes that put an item's next version in the place of the one that it was made from. */
export function replaceItem(
  item: FeedbackItem,
  previous: FeedbackItem,
  stale: (current: Item | undefined) => Error,
  extra: Followed = {},
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

/** The changes that delete an item as it was read; votes and comments go a moment later. */
export const deleteItem = (item: FeedbackItem, writeConflict: () => Error): Change[] => [
  {
    delete: itemKey(item.id),
    if: { equals: { updatedAt: item.updatedAt } },
    onConditionFailed: writeConflict,
  },
  ...releaseSlugs(itemSlugs(item.portalId), [item.slug]),
  ...unlink(item.id, item.storyIds),
];

/** Puts an item where its votes belong among the others; nothing where they have changed meanwhile. */
export const rerank = (item: Item, moved: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: rankingOf(item) },
  if: { equals: { voteCount: item['voteCount'], dueAt: item['dueAt'] } },
  onConditionFailed: moved,
});

/** Notes what an item's stories were, where that asks for no other status. */
export const recordFollowed = (item: Item, followed: string, moved: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { followed } },
  if: { equals: { updatedAt: item['updatedAt'] } },
  onConditionFailed: moved,
});

/** Counts a vote or a comment; `refused` is thrown where the item is gone or hidden, or has the most. */
export const countOnItem = (
  id: string,
  counted: { attribute: 'voteCount' | 'commentCount'; by: 1 | -1; most?: number },
  refused: (current: Item | undefined) => Error,
): Change => ({
  update: itemKey(id),
  with: { add: { [counted.attribute]: counted.by } },
  if:
    counted.by === 1
      ? { equals: { isHidden: undefined }, below: { [counted.attribute]: counted.most ?? 1_000_000 } }
      : 'present',
  onConditionFailed: refused,
});

/** Beside a story: which items it is to complete. */
const linkKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: '#FEEDBACK' });

/** The ids of the items that a story is linked to. */
export async function getLinkedItemIds(read: Reader, storyId: string): Promise<string[]> {
  const ids = (await read.get(linkKey(storyId)))?.['itemIds'] as Set<string> | undefined;
  return [...(ids ?? [])];
}

const link = (itemId: string, storyIds: readonly string[]): Change[] =>
  storyIds.map((id) => ({ update: linkKey(id), with: { add: { itemIds: new Set([itemId]) } } }));

const unlink = (itemId: string, storyIds: readonly string[]): Change[] =>
  storyIds.map((id) => ({ update: linkKey(id), with: { delete: { itemIds: new Set([itemId]) } } }));
