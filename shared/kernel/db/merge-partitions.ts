import type { PageRequest } from '../core/call.ts';
import type { Item, IndexName, Reader } from '../core/database.ts';

export interface NewestQuery {
  index: IndexName;
  partitions: readonly string[];
  /** The sort key of the previous page's last item, if any. */
  before: string | undefined;
  /** The lowest sort key to read; not with oldestFirst. */
  downTo?: string | undefined;
  limit: number;
  /** Returns the oldest instead, lowest sort key first. */
  oldestFirst?: boolean;
}

/** Rounds of filling up a filtered run from older items before it ends early. */
const ROUNDS = 10;

/** The matching items and, if the search ended early, the key below which there may be more. */
export interface NewestMatches {
  items: Item[];
  end?: string | undefined;
}

type Keep = (items: Item[]) => Item[] | Promise<Item[]>;

/** Returns the newest items that pass a test: up to the limit, reading at most ten times as many. */
export const readNewestMatching = (read: Reader, query: NewestQuery, keep: Keep): Promise<NewestMatches> =>
  readRounds(query, (position) => readNewest(read, { ...query, ...position }), keep);

/** What a list selects: which partitions, by default of the `list` index, and which of their items. */
interface Selection {
  index?: IndexName;
  partitions: readonly string[];
  /** The sort key of what a cursor names. */
  sortKey: (position: string) => string;
  keep: Keep;
}

/** Returns the items of a page of a list and one more, which reveals whether there are more. */
export const readPage = (
  read: Reader,
  { after, limit }: PageRequest,
  { index = 'list', partitions, sortKey, keep }: Selection,
): Promise<NewestMatches> => {
  const before = after === undefined ? undefined : sortKey(after);
  return readNewestMatching(read, { index, partitions, before, limit: limit + 1 }, keep);
};

/** Partitions of an index, down to a sort key if there is one. */
export type NewestSource = Pick<NewestQuery, 'index' | 'partitions' | 'downTo'>;

/** Minimum number of keys read per round after the first, when few items passed the test. */
const MIN_CANDIDATES = 100;

/**
 * Returns the newest items of several indexes that pass a test, as readNewestMatching does of one; an item that several
 * of them contain counts once. For indexes that project only keys: later rounds read more of them.
 */
export const readNewestOfSources = (
  read: Reader,
  sources: readonly NewestSource[],
  query: Pick<NewestQuery, 'before' | 'limit'>,
  keep: Keep,
): Promise<NewestMatches> =>
  readRounds(
    query,
    async (position) => {
      const runs = sources.map(async (source) => ({
        items: await readNewest(read, { ...source, ...position }),
      }));
      return merge(await Promise.all(runs), position.limit, false);
    },
    keep,
    MIN_CANDIDATES,
  );

async function readRounds(
  { before, limit }: Pick<NewestQuery, 'before' | 'limit'>,
  readRound: (position: Pick<NewestQuery, 'before' | 'limit'>) => Promise<Item[]>,
  keep: Keep,
  laterLimit = limit,
): Promise<NewestMatches> {
  const kept: Item[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const position = { before, limit: round === 0 ? limit : Math.max(limit, laterLimit) };
    const items = await readRound(position);
    kept.push(...(await keep(items)));
    if (items.length < position.limit || kept.length >= limit) return { items: kept.slice(0, limit) };
    before = items.at(-1)!.pk;
  }
  return { items: kept, end: before! };
}

interface PartitionRun {
  partition: string;
  items: Item[];
  /** Whether the partition was read to its end. */
  exhausted: boolean;
}

/**
 * Returns the newest items of several partitions, highest sort key first. The `list` index projects whole
 * resources, so an equal share is read from each partition concurrently and only runs that turn out too short
 * are extended: two round trips, and at most limit items each. Other indexes project only keys, which are
 * small enough to read the full limit of each; so do partitions with a lowest sort key, of which little is read.
 */
export async function readNewest(
  read: Reader,
  { index, partitions, before, downTo, limit, oldestFirst = false }: NewestQuery,
): Promise<Item[]> {
  const fair = Math.ceil((2 * limit) / partitions.length) + 1;
  const shares = index === 'list' && partitions.length > 1 && downTo === undefined;
  const share = shares ? Math.min(limit, fair) : limit;
  const from = { index, downTo, oldestFirst };
  const runs = await Promise.all(
    partitions.map((partition) => readRun(read, from, partition, before, share)),
  );
  const newest = merge(runs, limit, oldestFirst);
  const horizon = newest.length < limit ? undefined : newest.at(-1);
  const short = runs.filter((run) => needsMore(run, horizon, oldestFirst));
  if (short.length === 0 || share === limit) return newest;
  await Promise.all(short.map((run) => topUp(read, from, run, limit)));
  return merge(runs, limit, oldestFirst);
}

type Direction = Pick<NewestQuery, 'index' | 'downTo'> & { oldestFirst: boolean };

async function readRun(
  read: Reader,
  { index, downTo, oldestFirst }: Direction,
  partition: string,
  before: string | undefined,
  limit: number,
) {
  const bound = oldestFirst
    ? { ascending: { after: before } }
    : { ...(before === undefined ? {} : { before }), ...(downTo === undefined ? {} : { downTo }) };
  const items = await read.query({ index, partition, limit, ...bound });
  return { partition, items, exhausted: items.length < limit };
}

async function topUp(read: Reader, from: Direction, run: PartitionRun, limit: number): Promise<void> {
  const last = run.items.at(-1)!.pk;
  const more = await readRun(read, from, run.partition, last, limit - run.items.length);
  run.items.push(...more.items);
}

/** A run is too short if its unread items could be newer than the oldest chosen item. */
const needsMore = (
  { items, exhausted }: PartitionRun,
  horizon: Item | undefined,
  oldestFirst: boolean,
): boolean => !exhausted && (horizon === undefined || precedes(items.at(-1)!, horizon, oldestFirst));

const precedes = (one: Item, other: Item, oldestFirst: boolean): boolean =>
  oldestFirst ? one.pk < other.pk : one.pk > other.pk;

/** An item that moves between partitions during the read can appear in both, so duplicates are removed. */
const merge = (runs: readonly Pick<PartitionRun, 'items'>[], limit: number, oldestFirst: boolean): Item[] =>
  [...new Map(runs.flatMap(({ items }) => items).map((item) => [item.pk, item])).values()]
    .sort((a, b) => (precedes(a, b, oldestFirst) ? -1 : 1))
    .slice(0, limit);
