import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { changesApi } from '../log/changes-api.ts';
import { relationApi } from '../relations/relation-api.ts';
import { statusOf } from '../stories/story-api.ts';
import { expectBadFields } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { newPlannedPerson } from './planned-person.ts';

let workspace: TestWorkspace;
let team: Team;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

test('a story that cannot be done in time is at risk, and one that fits nowhere cannot fit', async () => {
  const person = await newPlannedPerson(workspace, team);
  const late = await person.add(2_400, { endDate: inDays(0) });
  await person.untilIs(late, 'at_risk');
  expect((await person.blocksOf(late))[0]!.slackMinutes).toBeLessThan(0);
  await person.time.workAt({ timeZone: 'UTC', weekly: {} });
  await person.untilIs(late, 'cannot_fit');
  expect(await person.blocksOf(late)).toEqual([]);
});

test("a story waits for what blocks it, also in another person's plan, and moves along", async () => {
  const [one, other] = [await newPlannedPerson(workspace, team), await newPlannedPerson(workspace, team)];
  // Not yet begun, however slow the machine is.
  const later = { startDate: inDays(1) };
  const [blocker, blocked] = [await one.add(120, later), await other.add(60, later)];
  await one.untilIs(blocker, 'scheduled');
  await other.untilIs(blocked, 'scheduled');
  await relationApi(workspace, one.client).relate(blocker, 'blocks', blocked);
  const ends = async () => (await one.blocksOf(blocker)).at(-1)?.endDate ?? 'unplanned';
  const begins = async () => (await other.blocksOf(blocked))[0];
  await until(async () => ((await begins())?.startDate ?? '') >= (await ends()));
  expect(await begins()).toMatchObject({ reason: 'blocked_by', reasonStoryId: blocker.id });
  await one.stories.change(await one.stories.read(blocker.id), { startDate: inDays(5) });
  await until(
    async () => (await ends()) > inDays(4) && ((await begins())?.startDate ?? '') >= (await ends()),
  );
  const done = await statusOf(workspace, one.client, team, 'completed');
  await one.stories.change(await one.stories.read(blocker.id), { statusId: done });
  await one.untilIs(blocker, 'off');
  await until(async () => (await one.blocksOf(blocker)).length === 0);
});

test('a story is planned before a less urgent one once what blocked it is done, and once it is more urgent', async () => {
  const person = await newPlannedPerson(workspace, team);
  const [one, other] = await Promise.all(
    [{}, { priority: 'high' }].map((fields) => person.add(60, { startDate: inDays(1), ...fields })),
  );
  const blocker = await person.add(60, { startDate: inDays(2) });
  await relationApi(workspace, person.client).relate(blocker, 'blocks', other!);
  const isBefore = (first: Story, second: Story) => async () => {
    const [begins, ends] = [await person.blocksOf(second), await person.blocksOf(first)];
    return ends.length > 0 && begins.length > 0 && ends.at(-1)!.endDate <= begins[0]!.startDate;
  };
  await until(isBefore(blocker, other!));
  await until(isBefore(one!, other!));
  const done = await statusOf(workspace, person.client, team, 'completed');
  await person.stories.change(await person.stories.read(blocker.id), { statusId: done });
  await until(isBefore(other!, one!));
  await person.stories.change(await person.stories.read(one!.id), { priority: 'urgent' });
  await until(isBefore(one!, other!));
});

test('a story that is finished, archived, disabled, handed on or deleted leaves the plan', async () => {
  const [person, heir] = [await newPlannedPerson(workspace, team), await newPlannedPerson(workspace, team)];
  const stories = await Promise.all(Array.from({ length: 5 }, () => person.add(60)));
  for (const story of stories) await person.untilIs(story, 'scheduled');
  const [cancelled, archived, disabled, handedOn, deleted] = await Promise.all(
    stories.map(({ id }) => person.stories.read(id)),
  );
  const statusId = await statusOf(workspace, person.client, team, 'cancelled');
  expect(await person.stories.change(cancelled!, { statusId })).toMatchObject({
    autoSchedulingStatus: 'off',
  });
  expect((await person.stories.archive(archived!.id)).json.data.autoSchedulingStatus).toBe('off');
  await person.stories.change(disabled!, { autoSchedulingEnabled: false });
  await person.stories.change(handedOn!, { assigneeId: heir.id });
  await person.stories.delete(deleted!.id);
  await until(async () => (await person.blocks()).length === 0);
  await heir.untilIs(handedOn!, 'scheduled');
  expect(await heir.blocksOf(handedOn!)).toHaveLength(1);
  await person.stories.unarchive(archived!.id);
  await person.untilIs(archived!, 'scheduled');
  // A cancelled story stays off, whatever is changed of it.
  const again = await person.stories.change(await person.stories.read(cancelled!.id), { priority: 'high' });
  expect(again.autoSchedulingStatus).toBe('off');
});

test('a story can be locked once it has been placed, and then stays where it is', async () => {
  const person = await newPlannedPerson(workspace, team);
  const idle = await person.stories.create({ teamId: team.id, assigneeId: person.id });
  const version = { expectedUpdatedAt: idle.updatedAt };
  const lock = { autoSchedulingLocked: true };
  expectBadFields(await person.stories.update(idle.id, { ...version, ...lock }), ['autoSchedulingLocked']);
  const story = await person.add(60);
  const placed = await person.untilIs(story, 'scheduled');
  const [before] = await person.blocksOf(story);
  expect(await person.stories.change(placed, lock)).toMatchObject({ autoSchedulingStatus: 'locked' });
  const urgent = await person.add(60, { priority: 'urgent', endDate: inDays(0) });
  await until(async () => (await person.blocksOf(urgent)).length > 0);
  await until(async () => (await person.blocksOf(story))[0]?.locked === true);
  expect(await person.blocksOf(story)).toMatchObject([{ ...before, locked: true, reason: 'locked' }]);
});

test('a change of something else leaves the plan and its status as they are', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.untilIs(await person.add(60), 'scheduled');
  expect(await person.stories.change(story, { title: 'Another' })).toMatchObject({
    autoSchedulingStatus: 'scheduled',
  });
});

test('a person who changes a story while its planner does succeeds, nothing is lost, and events come to an end', async () => {
  const person = await newPlannedPerson(workspace, team);
  const reader = await changesApi(workspace, person.client, { type: 'schedule.changed' }).reader();
  let story = await person.add(60);
  // Each change meets the planning that the one before has set off.
  for (let minutes = 61; minutes <= 72; minutes++) {
    story = await person.stories.change(story, { estimatedDurationMinutes: minutes, title: `${minutes}` });
  }
  const settled = await person.untilIs(story, 'scheduled');
  expect(settled).toEqual({ ...story, autoSchedulingStatus: 'scheduled' });
  await until(async () => {
    const [block] = await person.blocksOf(story);
    return block !== undefined && Date.parse(block.endDate) - Date.parse(block.startDate) === 72 * 60_000;
  });
  const end = (await person.blocksOf(story))[0]!.endDate;
  await reader.until(({ data }) => data['storyId'] === story.id && data['endDate'] === end);
  await reader.poll();
  const events = reader.events.filter(({ data }) => data['storyId'] === story.id);
  expect(events.length).toBeLessThanOrEqual(13);
  for (const { type, changes } of events) {
    expect(type).toBe('schedule.changed');
    expect(changes!.map(({ field }) => field)).toContain('endDate');
  }
});

test('a person whose plan is up to date causes no work until something changes', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.untilIs(await person.add(60), 'scheduled');
  const job = { name: 'schedule' as const, ownerId: `${workspace.id}#${person.id}` };
  const dueAt = async () => (await getJob(createReader(workspace.database), job)).dueAt;
  await until(async () => (await dueAt()) === undefined);
  expect(await person.blocks()).toMatchObject([{ storyId: story.id }]);
  await person.stories.change(story, { autoSchedulingEnabled: false });
  await until(async () => (await person.blocks()).length === 0 && (await dueAt()) === undefined);
  expect(await person.stories.read(story.id)).toMatchObject({ autoSchedulingStatus: 'off' });
});
