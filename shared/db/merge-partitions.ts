import type { Item, IndexName, Reader } from '../core/database.ts';

export interface NewestQuery {
  index: IndexName;
  partitions: readonly string[];
  before: string | undefined;
  limit: number;
}

/** How often a run that a filter left short is filled up from older items before it ends early. */
const ROUNDS = 10;

/** Items that were kept, and where the search ended early, if it did: older ones may stand below that key. */
export interface NewestMatches {
  items: Item[];
  end?: string | undefined;
}

/** The newest items that pass a test: up to the limit, but no more than ten times as many are looked at. */
export async function readNewestMatching(
  read: Reader,
  query: NewestQuery,
  keep: (items: Item[]) => Item[] | Promise<Item[]>,
): Promise<NewestMatches> {
  const kept: Item[] = [];
  let { before } = query;
  for (let round = 0; round < ROUNDS; round++) {
    const items = await readNewest(read, { ...query, before });
    kept.push(...(await keep(items)));
    if (items.length < query.limit || kept.length >= query.limit)
      return { items: kept.slice(0, query.limit) };
    before = items.at(-1)!.pk;
  }
  return { items: kept, end: before! };
}

interface Run {
  partition: string;
  items: Item[];
  /** The partition holds nothing beyond what was read. */
  exhausted: boolean;
}

/**
 * The newest items of several partitions together, highest sort key first. The `list` index holds whole
 * resources, so a fair share is read from each partition side by side and only runs that turn out too short
 * are topped up: two round trips, and at most limit items of each. The others hold keys, which are small
 * enough to read the full limit of each at once.
 */
export async function readNewest(
  read: Reader,
  { index, partitions, before, limit }: NewestQuery,
): Promise<Item[]> {
  const fair = Math.ceil((2 * limit) / partitions.length) + 1;
  const share = index === 'list' && partitions.length > 1 ? Math.min(limit, fair) : limit;
  const runs = await Promise.all(
    partitions.map((partition) => readRun(read, index, partition, before, share)),
  );
  const newest = merge(runs, limit);
  const horizon = newest.length < limit ? undefined : newest.at(-1);
  const short = runs.filter((run) => needsMore(run, horizon));
  if (short.length === 0 || share === limit) return newest;
  await Promise.all(short.map((run) => topUp(read, index, run, limit)));
  return merge(runs, limit);
}

async function readRun(
  read: Reader,
  index: IndexName,
  partition: string,
  before: string | undefined,
  limit: number,
) {
  const items = await read.query({ index, partition, limit, ...(before === undefined ? {} : { before }) });
  return { partition, items, exhausted: items.length < limit };
}

async function topUp(read: Reader, index: IndexName, run: Run, limit: number): Promise<void> {
  const last = run.items.at(-1)!.pk;
  const more = await readRun(read, index, run.partition, last, limit - run.items.length);
  run.items.push(...more.items);
}

/** A run is too short when what it has not read yet could be newer than the oldest item chosen. */
const needsMore = ({ items, exhausted }: Run, horizon: Item | undefined): boolean =>
  !exhausted && (horizon === undefined || items.at(-1)!.pk > horizon.pk);

/** An item that moves between partitions while they are read can be seen in both, so each counts once. */
const merge = (runs: readonly Run[], limit: number): Item[] =>
  [...new Map(runs.flatMap(({ items }) => items).map((item) => [item.pk, item])).values()]
    .sort((a, b) => (a.pk < b.pk ? 1 : -1))
    .slice(0, limit);
