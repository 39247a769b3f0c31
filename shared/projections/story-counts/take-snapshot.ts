import { keyResultsOf, toKeyResult } from '../../key-results/key-result-store.ts';
import { objectivesOf, objectiveSortKey, toObjective } from '../../objectives/objective-store.ts';
import { sprintSortKey, sprintsOf, toSprint } from '../../sprints/sprint-store.ts';
import { findStoryIds, getStoryItem, toStory } from '../../stories/story-store.ts';
import type { Team } from '../../teams/team.ts';
import { getStatusCategories } from '../../statuses/status-categories.ts';
import { getCounts } from '../../counts/counts-store.ts';
import { countedAs } from './ledger.ts';
import { findCountedStoryIds, getLedgerLine, type LedgerLine } from './ledger-store.ts';
import { existence, missingLinks, type Existence } from '../../cascades/clear-dangling-references.ts';
import type { Dangling, Observed, Snapshot, Target } from './recount.ts';
import { firstKeptDay, getCompletedCounters, type CompletedCounter } from '../../counts/throughput-store.ts';
import type { Reader } from '../../core/database.ts';

const MAX_STORIES = 1_000_000;
/** Number of story items read at once. */
const STORIES_PER_READ = 200;

/** Ids of a team's stories, and of deleted ones that still count; indexes may lag slightly. */
export async function findIds(read: Reader, teamId: string): Promise<string[]> {
  const found = await Promise.all([findStoryIds(read, teamId), findCountedStoryIds(read, teamId)]);
  return [...new Set(found.flat())];
}

interface SnapshotOptions {
  now: Date;
  /** Called for each story. */
  onStory: () => void;
  /** Stories whose entries keep changing: read again immediately before and after the counters. */
  hot: ReadonlySet<string>;
}

/**
 * Reads a team's counters between two reads of its ledger, and the stories with the second. Items are found
 * through indexes, before and after, then read with strong consistency.
 */
export async function takeSnapshot(
  read: Reader,
  team: Pick<Team, 'id' | 'code'>,
  { now, onStory, hot }: SnapshotOptions,
): Promise<Snapshot> {
  const exists = existence(read);
  const before = await readLines(read, await findIds(read, team.id));
  const owners = await readOwners(read, team.id);
  const keyResultsBefore = await readKeyResults(read, team.id);
  for (const [id, line] of await readLines(read, [...hot])) before.set(id, line);
  const counters = await inChunks(owners, ({ key }) => getCounts(read, key));
  const done = await getCompletedCounters(read, team.id);
  const after = await readLines(read, [...hot]);
  const keyResults = await readKeyResults(read, team.id);
  const ids = [...new Set([...before.keys(), ...(await findIds(read, team.id))])];
  const { observed, dangling } = await readStories(read, ids, { before, after, exists, onStory });
  const days = new Set([
    ...done.keys(),
    ...observed.flatMap(({ after: line, now: counted }) => [line.counted?.doneDay, counted?.doneDay]),
  ]);
  return {
    targets: [
      ...owners.map(({ objectiveId: _, ...owner }, position): Target => ({
        ...owner,
        counters: counters[position],
        recounts: counters[position]?.recounts,
        ...(owner.of === 'objective'
          ? { keyResults: [idsOf(owner, keyResultsBefore), idsOf(owner, keyResults)] as const }
          : {}),
      })),
      ...[...days]
        .filter((day) => day != null && day >= firstKeptDay(now))
        .map((day) => dayTarget(team, day!, done.get(day!))),
    ],
    observed,
    dangling: [
      ...dangling,
      ...(await danglingObjectives('sprint', owners, exists)),
      ...(await danglingObjectives('keyResult', keyResults, exists)),
    ],
  };
}

const dayTarget = (
  { id, code }: Pick<Team, 'id' | 'code'>,
  day: string,
  found: CompletedCounter | undefined,
): Target => ({
  ...{ key: `${id} ${day}`, of: 'team', id, name: code, day },
  counters: found && { size: found.size },
  recounts: found?.recounts,
});

const noLine: LedgerLine = { counted: null, version: 0 };

async function readLines(read: Reader, ids: readonly string[]): Promise<Map<string, LedgerLine>> {
  const lines = await inChunks(ids, (id) => getLedgerLine(read, id));
  return new Map(ids.map((id, position) => [id, lines[position]!]));
}

interface StoryReading {
  before: ReadonlyMap<string, LedgerLine>;
  /** For the hot stories; for the others, the entry read with the story comes after the counters. */
  after: ReadonlyMap<string, LedgerLine>;
  exists: Existence;
  onStory: () => void;
}

async function readStories(
  read: Reader,
  ids: readonly string[],
  { before, after, exists, onStory }: StoryReading,
): Promise<{ observed: Observed[]; dangling: Dangling[] }> {
  const dangling: Dangling[] = [];
  const observed = await inChunks(ids, async (id): Promise<Observed> => {
    const [item, last] = await Promise.all([getStoryItem(read, id), getLedgerLine(read, id)]);
    const lines = { before: before.get(id) ?? noLine, after: after.get(id) ?? last, last };
    onStory();
    if (!item) return { id, reference: undefined, ...lines, now: null };
    const story = toStory(item);
    const { reference, statusId } = story;
    for (const field of await missingLinks(exists, story)) {
      dangling.push({ of: 'story', id, name: reference, field, missing: story[field]! });
    }
    const categories = await getStatusCategories(read, [statusId]);
    return { id, reference, ...lines, now: countedAs(story, categories.get(statusId)!) };
  });
  return { observed, dangling };
}

interface Planned {
  id: string;
  name: string;
  objectiveId: string | null;
}

/** The sprints and objectives of a team, found through the index and read with strong consistency. */
async function readOwners(read: Reader, teamId: string): Promise<(Planned & Pick<Target, 'key' | 'of'>)[]> {
  const query = (partition: string) => read.query({ index: 'list', partition, limit: MAX_STORIES });
  const [sprints, ...objectives] = await Promise.all([
    query(sprintsOf(teamId)),
    ...objectivesOf(teamId).map(query),
  ]);
  const found = [
    ...sprints.map(toSprint).map(({ id, name, objectiveId }) => ({
      ...{ id, name, objectiveId, key: sprintSortKey(id), of: 'sprint' as const },
    })),
    ...objectives.flat().map((item) => {
      const { id, name } = toObjective(item);
      return { id, name, objectiveId: null, key: objectiveSortKey(id), of: 'objective' as const };
    }),
  ];
  const items = await inChunks(found, ({ key }) => read.get({ pk: key, sk: '-' }));
  return found.filter((_, position) => items[position] !== undefined);
}

async function readKeyResults(read: Reader, teamId: string): Promise<Planned[]> {
  const listed = await read.query({ index: 'list', partition: keyResultsOf(teamId), limit: MAX_STORIES });
  const items = await inChunks(listed, ({ pk, sk }) => read.get({ pk, sk }));
  return items.flatMap((item) => (item ? toKeyResult(item) : []));
}

const idsOf = (objective: { id: string }, keyResults: readonly Planned[]): string[] =>
  keyResults.filter(({ objectiveId }) => objectiveId === objective.id).map(({ id }) => id);

async function danglingObjectives(
  of: 'sprint' | 'keyResult',
  planned: readonly Planned[],
  exists: Existence,
): Promise<Dangling[]> {
  const checked = await inChunks(planned, async ({ id, name, objectiveId }) =>
    objectiveId === null || (await exists('objectiveId', objectiveId))
      ? []
      : [{ of, id, name, field: 'objectiveId' as const, missing: objectiveId }],
  );
  return checked.flat();
}

async function inChunks<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += STORIES_PER_READ) {
    results.push(...(await Promise.all(items.slice(start, start + STORIES_PER_READ).map(act))));
  }
  return results;
}
