import type { Page, PageRequest } from '../core/call.ts';
import { pageWithLongText } from '../api/operation/page.ts';
import { readNewest } from '../db/merge-partitions.ts';
import type { Story } from './story.ts';
import {
  getListedStoryItems,
  storyIdOf,
  storyPartitions,
  storySortKey,
  toStory,
  toStoryJson,
} from './story-store.ts';
import type { Key, Item, IndexName, Reader } from '../core/database.ts';

export interface StoryFilter {
  teams: readonly string[];
  archived: boolean;
  statusId?: string | undefined;
  /** Null for unassigned stories. */
  assigneeId?: string | null | undefined;
  sprintId?: string | undefined;
  objectiveId?: string | undefined;
  updatedSince?: string | undefined;
  now: Date;
}

/** Index partitions that together contain every story matching one filter, and possibly a few others. */
interface Source {
  index: IndexName;
  partitions: string[];
}

/** Keys compared per filter and round when several filters are combined. */
const INTERSECTED_KEYS = 1_000;

/** Rounds of reading older stories to fill a page before it ends early. */
const MAX_ROUNDS = 10;

/** Minimum number of older stories read per round. */
const MIN_CANDIDATES = 100;

/** Maximum number of day partitions queried for updatedSince; beyond that, stories are read and compared. */
const MAX_DAY_PARTITIONS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns a page of stories that match a filter, newest first. Without a filter, one index has everything;
 * with filters, the keys from each filter's index are intersected and only the page's stories are read.
 */
export async function readStoryPage(
  read: Reader,
  filter: StoryFilter,
  page: PageRequest,
): Promise<Page<Story>> {
  if (filter.teams.length === 0) return { items: [] };
  const sources = filterSources(filter);
  const show = { json: toStoryJson, position: storyIdOf };
  const wanted = page.limit + 1;
  const kept: Item[] = [];
  let before = page.after === undefined ? undefined : storySortKey(page.after);
  for (let round = 0; round < MAX_ROUNDS; round++) {
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

const isPlain = ({ teams: _teams, archived: _archived, now: _now, ...filters }: StoryFilter): boolean =>
  Object.entries(filters).every(([name, value]) => name === 'teamId' || value === undefined);

/** Whether a story matches the filter now; indexes may be slightly out of date. */
const matches = (story: Story, filter: StoryFilter): boolean =>
  filter.teams.includes(story.teamId) &&
  filter.archived === (story.archivedAt !== null) &&
  (filter.statusId === undefined || story.statusId === filter.statusId) &&
  (filter.assigneeId === undefined || story.assigneeId === filter.assigneeId) &&
  (filter.sprintId === undefined || story.sprintId === filter.sprintId) &&
  (filter.objectiveId === undefined || story.objectiveId === filter.objectiveId) &&
  (filter.updatedSince === undefined || story.updatedAt >= filter.updatedSince);

function filterSources({ teams, archived, now, ...filter }: StoryFilter): Source[] {
  const { statusId, assigneeId, sprintId, objectiveId, updatedSince } = filter;
  const sources: Source[] = [];
  if (statusId) sources.push({ index: 'status', partitions: [storyPartitions.status(statusId, archived)] });
  if (sprintId) sources.push({ index: 'sprint', partitions: [storyPartitions.sprint(sprintId, archived)] });
  if (objectiveId) {
    sources.push({ index: 'objective', partitions: [storyPartitions.objective(objectiveId, archived)] });
  }
  if (assigneeId) {
    const partitions = teams.map((team) => storyPartitions.assignee(team, assigneeId, archived));
    sources.push({ index: 'assignee', partitions });
  }
  const days = updatedSince === undefined ? [] : daysSince(updatedSince, now);
  if (days.length > 0 && days.length * teams.length <= MAX_DAY_PARTITIONS) {
    const partitions = teams.flatMap((team) =>
      days.map((day) => storyPartitions.changed(team, day, archived)),
    );
    sources.push({ index: 'changed', partitions });
  }
  return sources;
}

/**
 * The UTC days from an instant through tomorrow, since a story's updatedAt can be slightly ahead of the
 * clock.
 */
function daysSince(since: string, now: Date): string[] {
  const first = Date.parse(since.slice(0, 10));
  const count = Math.floor((now.getTime() - first) / DAY_MS) + 2;
  if (count > MAX_DAY_PARTITIONS) return [];
  return Array.from({ length: Math.max(count, 1) }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  );
}

interface Candidates {
  items: Item[];
  /** Sort key below which older candidates may exist; undefined if there are none. */
  end: string | undefined;
}

async function readWhole(
  read: Reader,
  { teams, archived }: StoryFilter,
  before: string | undefined,
  limit: number,
): Promise<Candidates> {
  const partitions = teams.map((team) => storyPartitions.team(team, archived));
  const items = await readNewest(read, { index: 'list', partitions, before, limit });
  return { items, end: items.length < limit ? undefined : items.at(-1)?.pk };
}

async function readByKeys(
  read: Reader,
  sources: readonly Source[],
  before: string | undefined,
  limit: number,
): Promise<Candidates> {
  const depth = sources.length === 1 ? limit : INTERSECTED_KEYS;
  const lists = await Promise.all(
    sources.map((source) => readNewest(read, { ...source, before, limit: depth })),
  );
  const horizon = oldestComparable(lists, depth);
  const [first, ...others] = lists.map((list) => new Set(list.map(({ pk }) => pk)));
  const common: Key[] = lists[0]!.filter(
    ({ pk }) =>
      first!.has(pk) && others.every((keys) => keys.has(pk)) && (horizon === undefined || pk >= horizon),
  );
  const chosen = common.slice(0, limit);
  const items = (await getListedStoryItems(read, chosen)).filter((item) => item !== undefined);
  return { items, end: chosen.length < common.length ? chosen.at(-1)!.pk : horizon };
}

/** Sort key down to which every list was read; undefined if all were read to the end. */
function oldestComparable(lists: readonly Item[][], depth: number): string | undefined {
  const ends = lists.filter((list) => list.length >= depth).map((list) => list.at(-1)!.pk);
  return ends.length === 0 ? undefined : ends.reduce((a, b) => (a > b ? a : b));
}
