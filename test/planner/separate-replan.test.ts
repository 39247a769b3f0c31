import { expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findDueJobs } from '../../shared/kernel/jobs/job-store.ts';
import { runDueJobs } from '../support/jobs.ts';
import type { JobHandlers } from '../../shared/kernel/jobs/run-job.ts';
import { getPlacement } from '../../shared/planning/scheduling/placements/placement-store.ts';
import { replanMember } from '../../shared/planning/scheduling/planner/replan-member.ts';
import { project } from '../../shared/projections/project.ts';
import { schedules } from '../../shared/projections/schedules.ts';
import { getStoryItem, storyKind, toStory } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newHistory, type History } from '../analysis/history.ts';

/** Plans of people whose table no stream follows, so that a test says what happens when. */
const PEOPLE = 100;
const scheduled = { autoSchedulingEnabled: true, estimatedDurationMinutes: 60 };

const storiesNow = async ({ database }: History, stories: readonly Story[]) => {
  const items = await Promise.all(stories.map(({ id }) => getStoryItem(createReader(database), id)));
  return items.map((item) => ({ item: item!, story: toStory(item!) }));
};

/** Hands changes of stories to the projection, each several times, as one batch of the stream. */
async function projectChanges(history: History, stories: readonly Story[], times = 1): Promise<void> {
  const { database, now } = history;
  const once = (await storiesNow(history, stories)).map(({ item }) => item);
  const changes = Array.from({ length: times }, () => once)
    .flat()
    .map((after, number) => ({
      key: storyKind.key(storyKind.idOf(after)),
      sequenceNumber: String(number),
      at: now,
      after,
    }));
  expect(await project([schedules], { database, now }, changes)).toEqual({
    retryFrom: undefined,
    unprocessed: [],
    contended: [],
  });
}

test('a hundred people in one batch are planned once each, by one worker at a time, also if some fail', async () => {
  const history = await newHistory();
  const { database, now, workspace, team } = history;
  const stories = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const { id: assigneeId } = await workspace.person('member', [team]);
      return await history.story({ ...scheduled, assigneeId });
    }),
  );
  await projectChanges(history, stories, 3);
  const due = (at: Date) => findDueJobs(createReader(database), at, 2 * PEOPLE);
  expect(await due(now)).toHaveLength(PEOPLE);

  const running = new Set<string>();
  const planned: string[] = [];
  let unlucky: string | undefined;
  const none = () => Promise.resolve(undefined);
  const handlers: JobHandlers = {
    forecast: none,
    cadence: none,
    update_reminders: none,
    tell_followers: none,
    publish_update: none,
    recurring_story: none,
    export: none,
    revert: none,
    rule: none,
    busy_feed: none,
    async schedule(context, ownerId) {
      expect(running).not.toContain(ownerId);
      running.add(ownerId);
      unlucky ??= ownerId;
      const next = await replanMember(context, ownerId);
      running.delete(ownerId);
      if (ownerId === unlucky) throw new Error('This planner fails.');
      planned.push(ownerId);
      return next;
    },
  };
  const workers = await Promise.allSettled([1, 2, 3].map(() => runDueJobs(handlers, { database, now })));
  expect(workers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(planned).toHaveLength(PEOPLE - 1);
  expect(new Set(planned).size).toBe(PEOPLE - 1);

  // The one that failed is planned by the next worker after its lease.
  const failed = unlucky;
  unlucky = '';
  expect(await due(now)).toEqual([]);
  const later = new Date(now.getTime() + 61_000);
  expect(await runDueJobs(handlers, { database, now: later })).toBe(1);
  expect(planned.at(-1)).toBe(failed);
  expect(await due(later)).toEqual([]);
  const ended = await storiesNow(history, stories);
  expect(new Set(ended.map(({ story }) => story.autoSchedulingStatus))).toEqual(new Set(['scheduled']));
});

/** Lets something happen between what a worker has read and its first write. */
function interrupted({ client, tableName }: Database, happens: () => Promise<unknown>): Database {
  let isFirst = true;
  const call: typeof client.call = async (name, input, options) => {
    if (isFirst && /Write|Put|Update/.test(name)) {
      isFirst = false;
      await happens();
    }
    return await client.call(name, input, options);
  };
  return { client: { ...client, call }, tableName };
}

test('a person who changes a story after its planner has read it succeeds, and the next plan follows', async () => {
  const history = await newHistory();
  const { database, now, workspace, member } = history;
  const whose = { workspaceId: workspace.id, memberId: member.id };
  const ownerId = `${whose.workspaceId}#${whose.memberId}`;
  const story = await history.story({ ...scheduled, assigneeId: member.id });
  await projectChanges(history, [story]);
  let changed = story;
  const change = async () => {
    changed = await history.change(story, { title: 'By hand', estimatedDurationMinutes: 90 });
  };
  await replanMember({ database: interrupted(database, change), now }, ownerId);
  expect(changed.title).toBe('By hand');
  const [left] = await storiesNow(history, [story]);
  expect(left!.story).toEqual(changed);
  const placementNow = () => getPlacement(createReader(database), whose, story.id);
  expect((await placementNow())?.blocks).toEqual([]);

  await replanMember({ database, now }, ownerId);
  const [planned] = await storiesNow(history, [story]);
  expect(planned!.story).toEqual({ ...changed, autoSchedulingStatus: 'scheduled' });
  const [block] = (await placementNow())!.blocks;
  expect(Date.parse(block!.endDate) - Date.parse(block!.startDate)).toBe(90 * 60_000);
});
