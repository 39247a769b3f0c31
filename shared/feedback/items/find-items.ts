import type { PageRequest } from '../../kernel/core/call.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { markedValues, type Inclusion } from '../../kernel/core/query-parameters.ts';
import { readNewest, readNewestMatching } from '../../kernel/db/merge-partitions.ts';
import { partitionIn } from '../../kernel/db/table.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { FINISHED, showIdeas } from './front-page.ts';
import { getFrontPage } from './front-page-store.ts';
import { type FeedbackItem, type ItemStatus, type PublicItem } from './item.ts';
import {
  getListedItems,
  getListedItemsById,
  itemIdOf,
  itemIndexes,
  itemPartitions,
  itemSortKey,
  rankedIn,
  toItem,
  toShownItem,
} from './item-store.ts';
import type { Item, IndexName, Reader } from '../../kernel/core/database.ts';

export const itemSorts = ['createdAt', '-createdAt', 'voteCount', '-voteCount'] as const;

/** The sort orders of a portal. */
export const publicItemSorts = ['-createdAt', '-voteCount'] as const;

/** Filters and order of a portal's items. */
interface ItemFilter {
  status?: readonly ItemStatus[] | undefined;
  boardId?: readonly string[] | undefined;
  /** Public tags, of which an item has one. */
  tag?: readonly string[] | undefined;
  sort?: (typeof itemSorts)[number] | undefined;
  hidden?: Inclusion | undefined;
}

interface FoundItems {
  items: Item[];
  /** The position to continue after, if the search ended early. */
  end?: string | undefined;
  position: (item: Item) => string;
}

/** Rounds of filling a filtered page before it ends early. */
const ROUNDS = 10;

/** A page of a portal's items as its workspace sees them. */
export async function findItems(read: Reader, portalId: string, filter: ItemFilter, page: PageRequest) {
  const { items, position, end } = await search(read, portalId, filter, page);
  const shown = pageOf(items, page, { resource: toItem, position });
  return { items: shown.items, next: shown.next ?? end };
}

/** A page of a portal's items as the public sees them. */
export async function findPublicItems(read: Reader, portalId: string, filter: ItemFilter, page: PageRequest) {
  const { items, position, end } = await search(read, portalId, filter, page, getListedItems);
  const resource = (item: Item) => toShownItem(item);
  const shown = pageOf(items, page, { resource, position });
  return { items: shown.items, next: shown.next ?? end };
}

/**
 * The first page of a portal's items by votes from its front page, in one round trip; undefined if that has not been
 * composed since a change, or another page is asked for.
 */
export async function findOnFrontPage(
  read: Reader,
  portalId: string,
  { status, boardId, tag, sort = '-voteCount' }: ItemFilter,
  { limit, after }: PageRequest,
) {
  if (status ?? boardId ?? tag ?? after ?? (sort === '-voteCount' ? undefined : sort)) return undefined;
  const page = await getFrontPage(read, portalId);
  return page && showIdeas(page, limit);
}

/** Items of a portal as they are now, without those deleted or hidden since they were found. */
export async function getVisibleItems(
  read: Reader,
  portalId: string,
  ids: readonly string[],
): Promise<PublicItem[]> {
  const items = await getListedItemsById(read, ids);
  const isVisible = (item: FeedbackItem) => item.portalId === portalId && !item.hidden;
  return items.filter((item) => isVisible(toItem(item))).map(toShownItem);
}

/** Reads the parts of items that the list index does not contain. */
type Completion = (read: Reader, items: readonly Item[]) => Promise<Item[]>;

function search(
  read: Reader,
  portalId: string,
  filter: ItemFilter,
  page: PageRequest,
  complete: Completion = withCounts,
): Promise<FoundItems> {
  const byVotes = filter.sort === '-voteCount' || filter.sort === 'voteCount';
  if (filter.hidden === 'only' || filter.hidden === 'include' || (filter.tag && !byVotes)) {
    return newestMatching(read, portalId, filter, page, complete);
  }
  return byVotes ? ranked(read, portalId, filter, page) : newest(read, portalId, filter, page, complete);
}

async function newest(
  read: Reader,
  portalId: string,
  filter: ItemFilter,
  { limit, after }: PageRequest,
  complete: Completion,
): Promise<FoundItems> {
  const { index, partitions } = partitionsOf(portalId, filter);
  const before = after === undefined ? undefined : itemSortKey(after);
  const oldestFirst = filter.sort === 'createdAt';
  const found = await readNewest(read, { index, partitions, before, limit: limit + 1, oldestFirst });
  const items = index === 'list' ? await complete(read, found) : await getListedItems(read, found);
  return { items, position: itemIdOf };
}

/** The index does not contain long descriptions; they must be read together with the counts. */
async function withCounts(read: Reader, items: readonly Item[]): Promise<Item[]> {
  const full = await withLongText(read, items);
  const counts = new Map(items.map((item) => [item.pk, item]));
  return full.map((item) => ({ ...counts.get(item.pk), ...item }));
}

/** The newest items by what no index has: their tags, or whether they are hidden. Reads at most ten pages of items. */
async function newestMatching(
  read: Reader,
  portalId: string,
  filter: ItemFilter,
  { limit, after }: PageRequest,
  complete: Completion,
): Promise<FoundItems> {
  const partitions = markedValues(filter.hidden ?? 'exclude').map((hidden) =>
    hidden ? itemPartitions.hidden(portalId) : itemPartitions.all(portalId),
  );
  const before = after === undefined ? undefined : itemSortKey(after);
  const found = await readNewestMatching(
    read,
    { index: 'list', partitions, before, limit: limit + 1, oldestFirst: filter.sort === 'createdAt' },
    (items) => items.filter((item) => fits(toItem(item), filter)),
  );
  const end = found.end && itemIdOf({ pk: found.end });
  return { items: await complete(read, found.items), position: itemIdOf, end };
}

/** Whether an item matches a filter, also if it was found a moment ago. */
export const fits = (
  { status, boardId, tags }: Pick<FeedbackItem, 'status' | 'boardId' | 'tags'>,
  filter: Pick<ItemFilter, 'status' | 'boardId' | 'tag'>,
): boolean =>
  (filter.status === undefined || filter.status.includes(status)) &&
  (filter.boardId === undefined || filter.boardId.includes(boardId)) &&
  (filter.tag === undefined || filter.tag.some((one) => tags.includes(one)));

function partitionsOf(portalId: string, { status, boardId }: ItemFilter): ListIndex {
  if (status && boardId) {
    const partitions = boardId.flatMap((board) =>
      status.map((one) => itemPartitions.boardAndStatus(portalId, board, one)),
    );
    return { index: itemIndexes.boardAndStatus, partitions };
  }
  if (boardId) {
    return {
      index: itemIndexes.board,
      partitions: boardId.map((one) => itemPartitions.board(portalId, one)),
    };
  }
  if (status) {
    return {
      index: itemIndexes.status,
      partitions: status.map((one) => itemPartitions.status(portalId, one)),
    };
  }
  return { index: 'list', partitions: [itemPartitions.all(portalId)] };
}

interface ListIndex {
  index: IndexName;
  partitions: string[];
}

/**
 * The most or, with sort=voteCount, the least voted items that match the filter, with completed and closed
 * items last. Reads at most ten pages of items.
 */
async function ranked(
  read: Reader,
  portalId: string,
  filter: ItemFilter,
  { limit, after }: PageRequest,
): Promise<FoundItems> {
  const wanted = limit + 1;
  const kept: Item[] = [];
  const position = (item: Item) => rankPosition(portalId, item);
  let end = after;
  for (let round = 0; round < ROUNDS; round++) {
    const { status } = filter;
    const leastFirst = filter.sort === 'voteCount';
    const keys = await findRanked(read, portalId, { status, after: end, limit: wanted, leastFirst });
    const found = new Map(keys.map((key) => [key.pk, key]));
    const items = await getListedItems(read, keys);
    for (const item of items) {
      if (!fits(toItem(item), filter)) continue;
      // Its position when it was found; it may have moved since.
      kept.push({ ...item, ...found.get(item.pk) });
    }
    if (keys.length < wanted || kept.length >= wanted) return { items: kept, position };
    end = position(keys.at(-1)!);
  }
  return { items: kept, position, end };
}

const rankPosition = (portalId: string, item: Item): string => {
  const isFinished = partitionIn(itemIndexes.rank, item) === itemPartitions.finishedVotes(portalId);
  return `${isFinished ? FINISHED : ''}${item['dueAt'] as string}`;
};

/** The most voted items of a portal, with finished ones last: their ids and positions as the index has them. */
export async function findTopItems(read: Reader, portalId: string, limit: number) {
  const wanted = { status: undefined, after: undefined, limit, leastFirst: false };
  const keys = await findRanked(read, portalId, wanted);
  return keys.map((key) => ({ id: itemIdOf(key), position: rankPosition(portalId, key) }));
}

/** Keys of the most voted items, or of the least voted: open items first, then finished ones. */
async function findRanked(
  read: Reader,
  portalId: string,
  {
    status,
    after,
    limit,
    leastFirst,
  }: {
    status: readonly ItemStatus[] | undefined;
    after: string | undefined;
    limit: number;
    leastFirst: boolean;
  },
): Promise<Item[]> {
  const inFinished = after?.startsWith(FINISHED) ?? false;
  const partitions = [itemPartitions.votes(portalId), itemPartitions.finishedVotes(portalId)]
    .slice(inFinished ? 1 : 0)
    .filter(
      (partition) => status === undefined || status.some((one) => partition === rankedIn(portalId, one)),
    );
  const last = inFinished ? after?.slice(FINISHED.length) : after;
  // Queried concurrently, since the second is usually needed.
  const lists = await Promise.all(
    partitions.map((partition, number) => {
      const from = number > 0 ? undefined : last;
      const bound = leastFirst ? { ascending: { after: from } } : from === undefined ? {} : { before: from };
      return read.query({ index: itemIndexes.rank, partition, limit, ...bound });
    }),
  );
  return lists.flat().slice(0, limit);
}
