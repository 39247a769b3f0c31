import type { Caller } from '../../kernel/core/caller.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { canSeeObjective, getObjectiveReferences } from '../objective/objective-store.ts';
import {
  getStoryItemsForAnalysis,
  startedAtOf,
  storyIndexes,
  storyPartitions,
  toStory,
} from '../story/story-store.ts';
import type { Story } from '../story/story.ts';
import { STORIES_MAX } from './analysis.ts';
import { toWork, type AnalyzedStory } from './work.ts';
import type { Key, Item, Reader } from '../../kernel/core/database.ts';

/** Stories to analyze, without archived ones. */
export interface WorkRead {
  work: AnalyzedStory[];
  /** Whether there were more stories than the maximum; the oldest are excluded. */
  truncated: boolean;
  /** The stories' objectives that the caller can see. */
  visibleObjectives: ReadonlySet<string>;
}

interface WorkReader {
  read: Reader;
  caller: Caller;
}

/** Keys of a sprint's or an objective's newest stories, one more than the maximum. */
export const findWorkKeys = (read: Reader, owner: 'sprint' | 'objective', id: string): Promise<Key[]> =>
  read.query({ index: storyIndexes[owner], partition: storyPartitions[owner](id), limit: STORIES_MAX + 1 });

/** Reads stories by key; the index may be slightly out of date, so `belongs` filters again. */
export async function readWork(
  reading: WorkReader,
  keys: readonly Key[],
  belongs: (story: Story) => boolean,
): Promise<WorkRead> {
  const items = await getStoryItemsForAnalysis(reading.read, keys.slice(0, STORIES_MAX));
  const truncated = keys.length > STORIES_MAX;
  return {
    ...(await understood(
      reading,
      items.filter((item) => item !== undefined),
      belongs,
    )),
    truncated,
  };
}

/** The newest stories of teams. */
export async function readWorkOfTeams(reading: WorkReader, teamIds: readonly string[]): Promise<WorkRead> {
  if (teamIds.length === 0) return { work: [], truncated: false, visibleObjectives: new Set() };
  const items = await readNewest(reading.read, {
    index: 'list',
    partitions: teamIds.map((id) => storyPartitions.team(id)),
    before: undefined,
    limit: STORIES_MAX + 1,
  });
  const truncated = items.length > STORIES_MAX;
  return { ...(await understood(reading, items.slice(0, STORIES_MAX), () => true)), truncated };
}

/** Stories with their statuses and objectives, read concurrently. */
async function understood(
  { read, caller }: WorkReader,
  items: readonly Item[],
  belongs: (story: Story) => boolean,
): Promise<Omit<WorkRead, 'truncated'>> {
  const stories = items
    .map((item) => ({ story: toStory(item), startedAt: startedAtOf(item) }))
    .filter(({ story }) => story.archivedAt === null && belongs(story));
  const objectiveIds = [...new Set(stories.flatMap(({ story }) => story.objectiveId ?? []))];
  const [categories, objectives] = await Promise.all([
    getStatusCategories(
      read,
      stories.map(({ story }) => story.statusId),
    ),
    getObjectiveReferences(read, objectiveIds),
  ]);
  return {
    work: stories.map(({ story, startedAt }) =>
      toWork(story, { startedAt, category: categories.get(story.statusId) }),
    ),
    visibleObjectives: new Set(
      objectiveIds.filter((_, position) => canSeeObjective(caller, objectives[position])),
    ),
  };
}
