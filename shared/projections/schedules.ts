import { writeConflict } from '../kernel/core/errors.ts';
import type { Database, Item, Reader } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { tryCommit } from '../kernel/db/write.ts';
import { requestJob } from '../kernel/jobs/run-job.ts';
import { memberKind } from '../kernel/auth/membership-store.ts';
import { memberIdOf } from '../identity/members/member-store.ts';
import { unplannedPlacement } from '../planning/scheduling/placements/placement.ts';
import {
  addPlacement,
  placementKind,
  toPlacement,
  type PlanOwner,
} from '../planning/scheduling/placements/placement-store.ts';
import { storyRelationsKind } from '../planning/story/story-relations-store.ts';
import { ownerOf, plannersAfter, plannersOf } from '../planning/scheduling/planner/planners-of.ts';
import { busyFeedJob } from '../planning/scheduling/busy-feeds/busy-feed-job.ts';
import { readBusyFeeds } from '../planning/scheduling/busy-feeds/busy-feed-store.ts';
import { isPlannable } from '../planning/story/story-rules.ts';
import { getStoryItem, storyIdOf, storyKind, toStory } from '../planning/story/story-store.ts';
import type { Story } from '../planning/story/story.ts';
import { timeOwnerOf, workingTimeKind } from '../planning/scheduling/working-time/working-time-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/** The fields of a story that a plan depends on, without those that the planner writes. */
const planned = [
  'teamId',
  'statusId',
  'assigneeId',
  'priority',
  'estimatedDurationMinutes',
  'minimumFocusBlockMinutes',
  'autoSchedulingEnabled',
  'autoSchedulingLocked',
  'startDate',
  'endDate',
  'completedAt',
  'archivedAt',
] as const satisfies readonly (keyof Story)[];

/**
 * Requests that people's plans are recomputed: after changes of their stories, of what blocks these, and of their working
 * time. Changes of stories that are not scheduled automatically cost nothing, but for a due date that others may wait
 * for.
 */
export const schedules: Projection = {
  name: 'schedules',
  follows: [storyKind, storyRelationsKind, workingTimeKind, placementKind, memberKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const read = createReader(database);
    const owners = new Map<string, PlanOwner>();
    for (const change of changes) {
      for (const owner of await concernedBy(change, { read, database, now })) {
        owners.set(`${owner.workspaceId}#${owner.memberId}`, owner);
      }
      await endFeeds(removedMember(change), { read, database, now });
    }
    await Promise.all(
      [...owners].map(([ownerId, { workspaceId }]) =>
        requestJob(database, { name: 'schedule', ownerId, workspaceId }, now),
      ),
    );
  },
  rebuild: {
    leads: (item) =>
      [storyKind, workingTimeKind].some((kind) => kind.includes(item)) ? [{ key: item }] : [],
  },
};

interface SchedulesContext {
  read: Reader;
  database: Database;
  now: Date;
}

/** The members whose plans a change affects. */
async function concernedBy(change: ItemChange, context: SchedulesContext): Promise<PlanOwner[]> {
  const { key, before, after } = change;
  if (storyKind.includes(key)) return await afterStory(change, context);
  if (storyRelationsKind.includes(key)) return await plannersOf(context.read, [storyIdOf(key)]);
  if (workingTimeKind.includes(key)) return [timeOwnerOf(key)];
  if (memberKind.includes(key)) return removedMember(change);
  const [was, is] = [before && toPlacement(before), after && toPlacement(after)];
  const isSameEnd = was?.blocks.at(-1)?.endDate === is?.blocks.at(-1)?.endDate;
  return isSameEnd && was?.status === is?.status
    ? []
    : await plannersAfter(context.read, (was ?? is!).storyId);
}

/** The member that a change removes from their workspace, if any. */
function removedMember({ key, before, after }: ItemChange): PlanOwner[] {
  if (!memberKind.includes(key) || after !== undefined || before === undefined) return [];
  return [{ workspaceId: key.pk.split('#')[1]!, memberId: memberIdOf({ ...key }) }];
}

/** Requests the jobs of former members' busy feeds, which delete them. */
async function endFeeds(
  former: readonly PlanOwner[],
  { read, database, now }: SchedulesContext,
): Promise<void> {
  for (const owner of former) {
    const feeds = await readBusyFeeds(read, owner);
    await Promise.all(feeds.map(({ feed }) => requestJob(database, busyFeedJob(feed), now)));
  }
}

async function afterStory(
  { key, before, after }: ItemChange,
  context: SchedulesContext,
): Promise<PlanOwner[]> {
  const { read, database, now } = context;
  // The planner's own writes leave the version as it is.
  if (before && after && before['updatedAt'] === after['updatedAt']) return [];
  const was = storyIn(before);
  // A rebuild says which story, not what has become of it.
  const isGone = before !== undefined && after === undefined;
  const is = storyIn(after) ?? (isGone ? undefined : storyIn(await getStoryItem(read, storyIdOf(key))));
  const isRelevant =
    !was ||
    !is ||
    planned.some((field) => was[field] !== is[field]) ||
    is.autoSchedulingStatus === 'planning';
  if (!isRelevant) return [];
  if (is && isPlannable(is)) await note(database, is, now);
  const owners = [was, is].flatMap((story) => (story && isPlannable(story) ? [ownerOf(story)] : []));
  const movesOthers = was && is && !isPlannable(is) && was.endDate !== is.endDate;
  return movesOthers ? [...owners, ...(await plannersAfter(read, is.id))] : owners;
}

const storyIn = (item: Item | undefined): Story | undefined =>
  item?.['doc'] === undefined ? undefined : toStory(item);

/** Notes a story for its assignee's planner, if the plan does not have it. */
async function note(database: Database, story: Story, now: Date): Promise<void> {
  await tryCommit(database, [addPlacement(unplannedPlacement(story, story.assigneeId!, now), writeConflict)]);
}
