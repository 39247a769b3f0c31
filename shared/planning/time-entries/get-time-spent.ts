import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { IndexName, Reader } from '../../kernel/core/database.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableObjectiveOrThrow } from '../objective/objective-access.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { getSprintItem } from '../sprints/sprint-store.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyIdOf, storyIndexes, storyPartitions } from '../story/story-store.ts';
import { dateRangeParameters, matchingEntries, sourceOf, type TimeFilter } from './page-of-entries.ts';
import { getMinutes, getMinutesOfMany } from './time-entry-store.ts';
import { summedBy, timeSpentSchema, type TimeSpent } from './time-spent.ts';

/** The most entries of a member, and the most stories, that one request sums: each is a read of its own. */
export const SUMMED_MAX = 2_000;

export const getTimeSpent = operation({
  id: 'getTimeSpent',
  method: 'GET',
  path: `${WORKSPACE_PATH}/time-spent`,
  tag: 'Time entries',
  summary: 'Get the sum of time spent',
  description: `Returns the minutes spent on a story, on the stories that a sprint or an objective has now, or by a member, by default the caller, on the stories of the caller's teams, optionally in a range of dates. At most ${SUMMED_MAX} stories or entries are summed, the newest.`,
  scopes: ['stories:read'],
  cost: 5,
  query: () => ({
    storyId: uuid().optional(),
    sprintId: uuid().optional(),
    objectiveId: uuid().optional(),
    memberId: uuid().optional(),
    ...dateRangeParameters(),
  }),
  output: timeSpentSchema,
  load: ({ query: { storyId, sprintId, objectiveId }, read }) => ({
    story: ifNamed(storyId, (id) => getStoryItem(read, id)),
    sprint: ifNamed(sprintId, (id) => getSprintItem(read, id)),
    objective: ifNamed(objectiveId, (id) => getObjectiveItem(read, id)),
    minutes: ifNamed(storyId, (id) => getMinutes(read, id)),
  }),
  handle: async ({ query, loaded, caller, read }) => {
    const { storyId, sprintId, objectiveId, memberId, ...range } = query;
    assertConsistent(query);
    if (storyId !== undefined) {
      readableStoryOrThrow(caller, loaded.story);
      return totalOf([loaded.minutes ?? 0], false);
    }
    if (sprintId !== undefined) {
      visibleSprintOrThrow(caller, loaded.sprint);
      return await sumOfStories(read, storyIndexes.sprint, (archived) =>
        storyPartitions.sprint(sprintId, archived),
      );
    }
    if (objectiveId !== undefined) {
      readableObjectiveOrThrow(caller, loaded.objective);
      return await sumOfStories(read, storyIndexes.objective, (archived) =>
        storyPartitions.objective(objectiveId, archived),
      );
    }
    return await sumOfEntries({ caller, read }, { memberId: memberId ?? caller.principalId, ...range });
  },
});

/** What an id of the query names; undefined without the id. */
const ifNamed = async <T>(id: string | undefined, get: (id: string) => Promise<T>): Promise<T | undefined> =>
  id === undefined ? undefined : await get(id);

/** Throws a 400 if a query names several things, or a range of dates for something else than a member. */
function assertConsistent(
  query: { [Name in (typeof summedBy)[number]]?: string | undefined } & TimeFilter,
): void {
  const named = summedBy.filter((name) => query[name] !== undefined);
  if (named.length > 1) {
    const message = `cannot be sent with ${named[0]!}; send one of ${summedBy.join(', ')}`;
    throw invalidRequest([{ path: named[1]!, in: 'query', message }]);
  }
  const ofRange = (['dateSince', 'dateBefore'] as const).find((name) => query[name] !== undefined);
  if (ofRange === undefined || named.length === 0 || query.memberId !== undefined) return;
  throw invalidRequest([{ path: ofRange, in: 'query', message: 'can only be sent for a member' }]);
}

/** The sum of what was spent on each of some stories. */
const totalOf = (minutes: readonly number[], truncated: boolean): TimeSpent => ({
  truncated,
  minutes: minutes.reduce((sum, one) => sum + one, 0),
  stories: minutes.filter((one) => one > 0).length,
});

/** The sum over the stories in two partitions of an index, of those that are archived and of those that are not. */
async function sumOfStories(
  read: Reader,
  index: IndexName,
  partitionOf: (archived: boolean) => string,
): Promise<TimeSpent> {
  const runs = await Promise.all(
    [false, true].map((archived) =>
      read.query({ index, partition: partitionOf(archived), limit: SUMMED_MAX + 1 }),
    ),
  );
  const ids = runs.flat().map(storyIdOf);
  const newest = ids.sort().reverse().slice(0, SUMMED_MAX);
  return totalOf(await getMinutesOfMany(read, newest), ids.length > SUMMED_MAX);
}

/** The sum of the entries of a filter that the caller can see. */
async function sumOfEntries(
  context: { caller: Caller; read: Reader },
  filter: TimeFilter,
): Promise<TimeSpent> {
  const { index, partitions, downTo } = sourceOf(context.caller.workspaceId, filter);
  const keys = await context.read.query({
    index,
    partition: partitions[0]!,
    limit: SUMMED_MAX + 1,
    ...(downTo === undefined ? {} : { downTo }),
  });
  const found = await matchingEntries(context, filter, keys.slice(0, SUMMED_MAX));
  const byStory = new Map<string, number>();
  for (const { entry } of found)
    byStory.set(entry.storyId, (byStory.get(entry.storyId) ?? 0) + entry.minutes);
  return totalOf([...byStory.values()], keys.length > SUMMED_MAX);
}
