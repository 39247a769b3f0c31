import type { Page, PageRequest } from '../../kernel/core/call.ts';
import { pageWithLongText } from '../../kernel/api/operation/page.ts';
import { changedDays } from '../../kernel/db/changed-days.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import type { Story } from '../story/story.ts';
import type { StoryFilter } from './story-conditions.ts';
import {
  firstStorySortKeyAt,
  getListedStoryItems,
  storyIdOf,
  storyIndexes,
  storyPartitions,
  storySortKey,
  showStory,
  toStory,
} from '../story/story-store.ts';
import type { Key, Item, IndexName, Reader } from '../../kernel/core/database.ts';

/** The filters that indexes answer. */
interface IndexedFilter {
  teams: readonly string[];
  archived: readonly boolean[];
  statusId?: readonly string[] | undefined;
  /** Null for unassigned stories. */
  assigneeId?: readonly (string | null)[] | undefined;
  sprintId?: readonly string[] | undefined;
  objectiveId?: readonly string[] | undefined;
  updatedSince?: string | undefined;
  updatedBefore?: string | undefined;
  now: Date;
}

const indexed: readonly string[] = [
  'teams',
  'archived',
  'statusId',
  'assigneeId',
  'sprintId',
  'objectiveId',
  'updatedSince',
  'updatedBefore',
  'now',
];

/** Whether the indexes answer a filter, newest first. */
export const isIndexedFilter = (filter: StoryFilter): filter is StoryFilter & IndexedFilter =>
  Object.entries(filter).every(([name, value]) => value === undefined || indexed.includes(name)) &&
  !filter.sprintId?.includes(null) &&
  !filter.objectiveId?.includes(null);

/** Index partitions that together contain every story matching one filter, and possibly a few others. */
interface Source {
  index: IndexName;
  partitions: string[];
  created?: Created;
}

/** Partitions of the `list` index, of which everything from a sort key on belongs to a source too. */
interface Created {
  partitions: string[];
  downTo: string;
}

/** Keys compared per filter and round when several filters are combined. */
const INTERSECTED_KEYS = 1_000;

/** Rounds of reading older stories to fill a page before it ends early. */
export const ROUNDS_MAX = 10;

/** Minimum number of older stories read per round. */
const MIN_CANDIDATES = 100;

/** Maximum number of partitions of people in teams that are read side by side; beyond, stories are read and compared. */
const PARTITIONS_MAX = 200;

/**
 * Returns a page of stories that match a filter, newest first. Without a filter, one index has everything;
 * with filters, the keys from each filter's index are intersected and only the page's stories are read.
 */
export async function readStoryPage(
  read: Reader,
  filter: IndexedFilter,
  page: PageRequest,
): Promise<Page<Story>> {
  if (filter.teams.length === 0) return { items: [] };
  const sources = filterSources(filter);
  const show = { resource: (item: Item) => showStory(item, filter.now), position: storyIdOf };
  const wanted = page.limit + 1;
  const kept: Item[] = [];
  let before = page.after === undefined ? undefined : storySortKey(page.after);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const limit = round === 0 ? wanted : Math.max(wanted, MIN_CANDIDATES);
    const { items, end } = sources.length
      ? await readByKeys(read, sources, before, limit)
      : await readWhole(read, filter, before, limit);
    kept.push(...(isPlain(filter) ? items : items.filter((item) => matches(toStory(item), filter))));
    before = end;
    if (kept.length >= wanted || end === undefined) break;
  }
  const end = kept.length >= wanted ? undefined : before;
  return await pageWithLongText(read, { items: kept, end }, page, show);
}

const isPlain = ({ teams: _teams, archived: _archived, now: _now, ...filters }: IndexedFilter): boolean =>
  Object.values(filters).every((value) => value === undefined);

/** Whether a story matches the filter now; indexes may be slightly out of date. */
const matches = (story: Story, filter: IndexedFilter): boolean =>
  filter.teams.includes(story.teamId) &&
  filter.archived.includes(story.archivedAt !== null) &&
  isAmong(filter.statusId, story.statusId) &&
  isAmong(filter.assigneeId, story.assigneeId) &&
  isAmong(filter.sprintId, story.sprintId) &&
  isAmong(filter.objectiveId, story.objectiveId) &&
  (filter.updatedSince === undefined || story.updatedAt >= filter.updatedSince) &&
  (filter.updatedBefore === undefined || story.updatedAt < filter.updatedBefore);

const isAmong = (wanted: readonly (string | null)[] | undefined, value: string | null): boolean =>
  wanted === undefined || wanted.includes(value);

function filterSources({ teams, archived, now, ...filter }: IndexedFilter): Source[] {
  const { statusId, assigneeId, sprintId, objectiveId, updatedSince, updatedBefore } = filter;
  const sources: Source[] = [];
  /** The partitions of an index, archived and not as the filter says. */
  const add = (index: IndexName, partitions: (marked: boolean) => string[]) => {
    sources.push({ index, partitions: archived.flatMap(partitions) });
  };
  if (statusId)
    add(storyIndexes.status, (marked) => statusId.map((id) => storyPartitions.status(id, marked)));
  if (sprintId)
    add(storyIndexes.sprint, (marked) => sprintId.map((id) => storyPartitions.sprint(id, marked)));
  if (objectiveId) {
    add(storyIndexes.objective, (marked) => objectiveId.map((id) => storyPartitions.objective(id, marked)));
  }
  const people = assigneeId?.filter((id) => id !== null) ?? [];
  // Unassigned stories are in no partition, so that they are found by reading the others too.
  if (
    people.length > 0 &&
    people.length === assigneeId?.length &&
    teams.length * people.length <= PARTITIONS_MAX
  ) {
    add(storyIndexes.assignee, (marked) =>
      teams.flatMap((team) => people.map((id) => storyPartitions.assignee(team, id, marked))),
    );
  }
  const days = changedDays({ updatedSince, updatedBefore, now }, teams.length);
  if (days) {
    sources.push({
      index: storyIndexes.changed,
      partitions: archived.flatMap((marked) =>
        teams.flatMap((team) => days.map((day) => storyPartitions.changed(team, day, marked))),
      ),
      created: {
        partitions: teamPartitions({ teams, archived }),
        downTo: firstStorySortKeyAt(Date.parse(days[0]!)),
      },
    });
  }
  return sources;
}

interface Candidates {
  items: Item[];
  /** Sort key below which older candidates may exist; undefined if there are none. */
  end: string | undefined;
}

async function readWhole(
  read: Reader,
  filter: IndexedFilter,
  before: string | undefined,
  limit: number,
): Promise<Candidates> {
  const partitions = teamPartitions(filter);
  const items = await readNewest(read, { index: 'list', partitions, before, limit });
  return { items, end: items.length < limit ? undefined : items.at(-1)?.pk };
}

const teamPartitions = ({ teams, archived }: Pick<IndexedFilter, 'teams' | 'archived'>): string[] =>
  archived.flatMap((marked) => teams.map((team) => storyPartitions.team(team, marked)));

async function readByKeys(
  read: Reader,
  sources: readonly Source[],
  before: string | undefined,
  limit: number,
): Promise<Candidates> {
  const [first, ...others] = sources;
  if (first?.created && others.length === 0)
    return await readRecent(read, { changed: first, created: first.created }, before, limit);
  const depth = sources.length === 1 ? limit : INTERSECTED_KEYS;
  const lists = await Promise.all(
    sources.map((source) => readNewest(read, { ...source, before, limit: depth })),
  );
  const horizon = oldestComparable(lists, depth);
  const tests = sources.map(({ created }, n) => {
    const keys = new Set(lists[n]!.map(({ pk }) => pk));
    return (pk: string) => keys.has(pk) || (created !== undefined && pk >= created.downTo);
  });
  // Of a source with `created` not all keys are read; it is the last, if there are several.
  const common: Key[] = lists[0]!.filter(
    ({ pk }) => tests.every((contains) => contains(pk)) && (horizon === undefined || pk >= horizon),
  );
  const chosen = common.slice(0, limit);
  const items = (await getListedStoryItems(read, chosen)).filter((item) => item !== undefined);
  return { items, end: chosen.length < common.length ? chosen.at(-1)!.pk : horizon };
}

/**
 * The stories that were changed or created recently: the latter as the `list` index has them, the others read by their
 * keys.
 */
async function readRecent(
  read: Reader,
  { changed, created }: { changed: Source; created: Created },
  before: string | undefined,
  limit: number,
): Promise<Candidates> {
  const [keys, listed] = await Promise.all([
    readNewest(read, { ...changed, before, limit }),
    readNewest(read, { index: 'list', ...created, before, limit }),
  ]);
  const found = new Map([...keys, ...listed].map((item) => [item.pk, item]));
  const newest = [...found.keys()].sort().reverse().slice(0, limit);
  const complete = new Set(listed.map(({ pk }) => pk));
  const missing = newest.filter((pk) => !complete.has(pk)).map((pk) => found.get(pk)!);
  const others = await getListedStoryItems(read, missing);
  missing.forEach(({ pk }, n) => (others[n] ? found.set(pk, others[n]) : found.delete(pk)));
  const items = newest.flatMap((pk) => found.get(pk) ?? []);
  return { items, end: newest.length < limit ? undefined : newest.at(-1) };
}

/** Sort key down to which every list was read; undefined if all were read to the end. */
function oldestComparable(lists: readonly Item[][], depth: number): string | undefined {
  const ends = lists.filter((list) => list.length >= depth).map((list) => list.at(-1)!.pk);
  return ends.length === 0 ? undefined : ends.reduce((a, b) => (a > b ? a : b));
}
