import type { Key, Reader } from '../../kernel/core/database.ts';
import { statusesOf, toStatus } from '../../identity/status/status-store.ts';
import { sprintDays } from '../sprints/sprint-days.ts';
import { getSprintItem, toSprint } from '../sprints/sprint-store.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { isUnfinished } from '../story/story-relations.ts';
import { findBlockedStoryIds, getRelationsOf } from '../story/story-relations-store.ts';
import { storySize } from '../story/story-size.ts';
import {
  getStoryItem,
  getStoryItemsForAnalysis,
  storyIndexes,
  storyPartitions,
  toStory,
} from '../story/story-store.ts';
import type { Story } from '../story/story.ts';
import { STORIES_MAX } from './analysis.ts';
import type { SprintCandidate } from './propose-sprint.ts';

/** The maximum number of a team's statuses that are read. */
const STATUSES_MAX = 200;

/** A team's backlog: its unfinished stories that are in no sprint. */
interface Backlog {
  stories: ReadonlyMap<string, Story>;
  candidates: SprintCandidate[];
  /** Whether the team has more stories than were read; the oldest are left out. */
  truncated: boolean;
}

/** Reads the candidates for a sprint, from at most 2,000 unfinished stories of its team. */
export async function readBacklog(
  read: Reader,
  sprint: StoredSprint,
  planned: readonly { id: string }[],
): Promise<Backlog> {
  const statuses = await read.query({
    index: 'list',
    partition: statusesOf(sprint.teamId),
    limit: STATUSES_MAX,
  });
  const open = statuses.map(toStatus).filter(({ category }) => isUnfinished(category));
  const started = new Set(open.filter(({ category }) => category === 'started').map(({ id }) => id));
  const found = await Promise.all(
    open.map(({ id }) =>
      read.query({
        index: storyIndexes.status,
        partition: storyPartitions.status(id),
        limit: STORIES_MAX + 1,
      }),
    ),
  );
  const keys: Key[] = found.flat().sort((one, other) => (one.pk < other.pk ? 1 : -1));
  const items = await getStoryItemsForAnalysis(read, keys.slice(0, STORIES_MAX));
  const stories = new Map(
    items
      .flatMap((item) => (item ? [toStory(item)] : []))
      .filter(({ sprintId, archivedAt }) => sprintId === null && archivedAt === null)
      .map((story) => [story.id, story]),
  );
  const blockers = await readBlockers(read, sprint, { stories, planned });
  const candidates = [...stories.values()].map((story): SprintCandidate => {
    const { id, priority, startDate, endDate, statusId } = story;
    const waitsFor = blockers.of.get(id) ?? [];
    return {
      id,
      size: storySize(story),
      priority,
      startDate,
      endDate,
      inProgress: started.has(statusId),
      waitsFor: waitsFor.filter((one) => stories.has(one)),
      isBlocked: waitsFor.some((one) => blockers.open.has(one)),
    };
  });
  return { stories, candidates, truncated: keys.length > STORIES_MAX };
}

/** The unfinished blockers of backlog stories, and which of them are not planned by the end of the sprint. */
async function readBlockers(
  read: Reader,
  sprint: StoredSprint,
  { stories, planned }: { stories: ReadonlyMap<string, Story>; planned: readonly { id: string }[] },
): Promise<{ of: ReadonlyMap<string, string[]>; open: ReadonlySet<string> }> {
  const blocked = await findBlockedStoryIds(read, [sprint.teamId]);
  const relations = await getRelationsOf(
    read,
    [...stories.keys()].filter((id) => blocked.has(id)),
  );
  const of = new Map(
    relations.map(({ storyId, relations: stored }) => [
      storyId,
      stored
        .filter(({ blocker }) => blocker && isUnfinished(blocker.statusCategory))
        .map((one) => one.storyId),
    ]),
  );
  const inSprint = new Set(planned.map(({ id }) => id));
  const elsewhere = [...new Set([...of.values()].flat())].filter(
    (id) => !stories.has(id) && !inSprint.has(id),
  );
  const open = await Promise.all(elsewhere.map((id) => isOpenUntil(read, id, sprint)));
  return { of, open: new Set(elsewhere.filter((_, position) => open[position])) };
}

/** Whether a story is in no sprint that ends before another one begins. */
export async function isOpenUntil(read: Reader, storyId: string, sprint: StoredSprint): Promise<boolean> {
  const item = await getStoryItem(read, storyId);
  if (!item) return false;
  const { sprintId } = toStory(item);
  const earlier = sprintId === null ? undefined : await getSprintItem(read, sprintId);
  return !earlier || sprintDays(toSprint(earlier)).last >= sprintDays(sprint).first;
}
