import { missingLinks, type ExistenceCheck } from '../../planning/stories/clear-dangling-references.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { findStoryIdPages } from '../../planning/story/story-lookup-store.ts';
import { getStoryItem, toStory } from '../../planning/story/story-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { countedAs } from './ledger.ts';
import { findCountedStoryIdPages, getLedgerLine, type LedgerLine } from './ledger-store.ts';
import type { LedgerSpool } from './ledger-spool.ts';
import { isBehind, type Dangling, type ObservedStory, type StorySums, startSums } from './recount.ts';

/** Number of story items read at once. */
const STORIES_PER_READ = 200;

/** Most stories that are remembered one by one; a run that corrects them is followed by another. */
const REMEMBERED_MAX = 50_000;

/** Ids of a team's stories, and of deleted ones that still count, in pages; an id may come twice, indexes may lag. */
async function* findIdPages(read: Reader, teamId: string): AsyncGenerator<string[]> {
  yield* findStoryIdPages(read, teamId);
  yield* findCountedStoryIdPages(read, teamId);
}

/** Reads the ledger entries of a team's stories into a spool. */
export async function spoolLedger(read: Reader, teamId: string, spool: LedgerSpool): Promise<void> {
  for await (const ids of findIdPages(read, teamId)) spool.put(await readLines(read, ids));
}

/** The entries of stories, in the order of the ids; those without one have `noLine`. */
export async function readLines(read: Reader, ids: readonly string[]): Promise<[string, LedgerLine][]> {
  return await inChunks(ids, async (id) => [id, await getLedgerLine(read, id)]);
}

interface StoryReading {
  /** The entries before the counters were read. */
  spool: LedgerSpool;
  /** Entries read immediately after the counters; for the others, the one read with the story comes after them. */
  after: ReadonlyMap<string, LedgerLine>;
  exists: ExistenceCheck;
  /** Called for each story. */
  onStory: () => void;
}

export interface StoryObservations extends StorySums {
  /** Stories whose entry differs from them, and references to deleted items; at most REMEMBERED_MAX each. */
  behind: ObservedStory[];
  dangling: Dangling[];
  /** Stories whose entry changed while they were read. */
  changed: string[];
}

/** Reads a team's stories once, in pages, and what their entries sum up to. */
export async function observeStories(
  read: Reader,
  teamId: string,
  { spool, after, exists, onStory }: StoryReading,
): Promise<StoryObservations> {
  for await (const ids of findIdPages(read, teamId)) spool.add(ids);
  const sums = startSums();
  const found = { behind: [] as ObservedStory[], dangling: [] as Dangling[], changed: [] as string[] };
  const remember = <T>(list: T[], some: readonly T[]) => {
    list.push(...some.slice(0, REMEMBERED_MAX - list.length));
  };
  for (let last = ''; ;) {
    const page = spool.page(last, STORIES_PER_READ);
    if (page.length === 0) return { ...sums.total(), ...found };
    last = page.at(-1)![0];
    const observed = await Promise.all(
      page.map(async ([id, before]): Promise<ObservedStory> => {
        const [item, line] = await Promise.all([getStoryItem(read, id), getLedgerLine(read, id)]);
        const lines = { before, after: after.get(id) ?? line, last: line };
        onStory();
        if (!item) return { id, reference: undefined, ...lines, now: null };
        const story = toStory(item);
        const { reference, statusId } = story;
        const missing = await missingLinks(exists, story);
        remember(
          found.dangling,
          missing.map((field) => ({ of: 'story', id, name: reference, field, missing: story[field]! })),
        );
        const categories = await getStatusCategories(read, [statusId]);
        return { id, reference, ...lines, now: countedAs(story, categories.get(statusId)!) };
      }),
    );
    for (const each of observed) sums.add(each);
    remember(found.behind, observed.filter(isBehind));
    const moved = observed.filter(({ before, last: line }) => before.version !== line.version);
    remember(
      found.changed,
      moved.map(({ id }) => id),
    );
  }
}

/** Acts on items in their order, on STORIES_PER_READ of them at once. Rejects with the first failure. */
export async function inChunks<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += STORIES_PER_READ) {
    results.push(...(await Promise.all(items.slice(start, start + STORIES_PER_READ).map(act))));
  }
  return results;
}
