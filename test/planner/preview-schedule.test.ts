import { beforeAll, expect, test } from 'vitest';
import type {
  ScheduleMove,
  SchedulePreview,
} from '../../shared/planning/scheduling/planner/schedule-preview.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { relationApi } from '../relations/relation-api.ts';
import { dataOf } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
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
const ask = (client: Client, body: object) => client.post(`${workspace.path}/schedule/preview`, body);
const preview = async (client: Client, body: object): Promise<SchedulePreview> =>
  dataOf(await ask(client, body), 200);
const idsOf = (moves: readonly ScheduleMove[]) => moves.map(({ storyId }) => storyId).sort();

test('a preview says what a due date would move, what slips and why, and stores nothing', async () => {
  const person = await newPlannedPerson(workspace, team);
  const first = await person.add(1_200, { startDate: inDays(1), endDate: inDays(2) });
  await person.untilIs(first, 'scheduled');
  const second = await person.add(600, { startDate: inDays(1) });
  const planned = await person.untilIs(second, 'scheduled');
  const kept = await person.blocks();
  const previewed = await preview(person.client, { stories: [{ storyId: second.id, endDate: inDays(1) }] });
  expect(idsOf(previewed.moved)).toEqual([first.id, second.id].sort());
  expect(previewed.complete).toBe(true);
  const slip = previewed.moved.find(({ storyId }) => storyId === first.id)!;
  expect(slip).toMatchObject({
    reference: first.reference,
    title: first.title,
    teamId: team.id,
    before: { assigneeId: person.id, status: 'scheduled' },
    reason: 'after_story',
    reasonStoryId: second.id,
  });
  expect(Date.parse(slip.after!.endDate!)).toBeGreaterThan(Date.parse(slip.before!.endDate!));
  expect(slip.explanation).toMatch(
    new RegExp(
      `^It would be planned 10 h 0 min later, from .*: ${second.reference} takes the time before\\.`,
    ),
  );
  expect(await person.blocks()).toEqual(kept);
  expect(await person.stories.read(second.id)).toEqual(planned);
});

test('a preview says what would be late with fewer hours, and what would fit with more', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.add(300, { endDate: inDays(1) });
  await person.untilIs(story, 'scheduled');
  const busy = [{ startDate: inDays(0), endDate: inDays(3) }];
  const fewer = await preview(person.client, { members: [{ memberId: person.id, busy }] });
  expect(fewer.newlyFitting).toEqual([]);
  expect(fewer.newlyAtRisk).toMatchObject([
    { storyId: story.id, before: { status: 'scheduled' }, after: { status: 'at_risk' }, reason: 'busy' },
  ]);
  const idle = { timeZone: 'UTC', weekly: {} };
  const none = await preview(person.client, { members: [{ memberId: person.id, workingHours: idle }] });
  expect(none.newlyAtRisk).toMatchObject([
    { after: { status: 'cannot_fit', startDate: null }, reason: 'no_working_time' },
  ]);
  expect(none.newlyAtRisk[0]!.explanation).toBe(
    'It could not be planned: its assignee has no working time within a year.',
  );
  await person.time.workAt(idle);
  await person.untilIs(story, 'cannot_fit');
  const always = [{ start: '00:00', end: '24:00' }];
  const weekly = { monday: always, tuesday: always, wednesday: always, thursday: always, friday: always };
  const more = await preview(person.client, {
    members: [
      {
        memberId: person.id,
        workingHours: { timeZone: 'UTC', weekly: { ...weekly, saturday: always, sunday: always } },
      },
    ],
  });
  expect(more.newlyFitting).toMatchObject([
    { storyId: story.id, before: { status: 'cannot_fit' }, after: { status: 'scheduled' } },
  ]);
});

test('a preview follows a change to those who wait for it, and hands stories from one to another', async () => {
  const [one, other] = [await newPlannedPerson(workspace, team), await newPlannedPerson(workspace, team)];
  const later = { startDate: inDays(1) };
  const [blocker, blocked] = [await one.add(120, later), await other.add(60, later)];
  await one.untilIs(blocker, 'scheduled');
  await relationApi(workspace, one.client).relate(blocker, 'blocks', blocked);
  const ends = (await one.blocksOf(blocker)).at(-1)!.endDate;
  await until(async () => ((await other.blocksOf(blocked))[0]?.startDate ?? '') >= ends);
  const longer = await preview(one.client, {
    stories: [{ storyId: blocker.id, estimatedDurationMinutes: 600 }],
  });
  expect(longer.moved).toMatchObject([
    { storyId: blocker.id },
    { storyId: blocked.id, reason: 'blocked_by', reasonStoryId: blocker.id },
  ]);
  expect(Date.parse(longer.moved[1]!.after!.startDate!)).toBe(Date.parse(longer.moved[0]!.after!.endDate!));
  const handed = await preview(one.client, { stories: [{ storyId: blocker.id, assigneeId: other.id }] });
  expect(handed.moved.find(({ storyId }) => storyId === blocker.id)).toMatchObject({
    before: { assigneeId: one.id },
    after: { assigneeId: other.id, status: 'scheduled' },
  });
  const dropped = await preview(one.client, {
    stories: [{ storyId: blocker.id, clearFields: ['assigneeId'] }],
  });
  expect(dropped.moved.find(({ storyId }) => storyId === blocker.id)).toMatchObject({
    after: null,
    reason: null,
    explanation: 'It would be in no plan.',
  });
  expect(dropped.newlyAtRisk).toMatchObject([{ storyId: blocked.id, reason: 'blocker_unplanned' }]);
});

test('a preview refuses impossible changes, and shows only what the caller may see', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.add(60, { startDate: inDays(3) });
  await person.untilIs(story, 'scheduled');
  const stranger = await workspace.person('member');
  expectBadFields(await ask(person.client, {}), ['stories']);
  const refused = (change: object) => ask(person.client, { stories: [{ storyId: story.id, ...change }] });
  expectBadFields(await refused({ endDate: inDays(1) }), ['stories.0.endDate']);
  expectBadFields(await refused({ title: 'x' }), ['stories.0.title']);
  const twice = [
    { storyId: story.id, priority: 'high' },
    { storyId: story.id, priority: 'low' },
  ];
  expectBadFields(await ask(person.client, { stories: twice }), ['stories.1.storyId']);
  const named = expectRefusal(await refused({ assigneeId: stranger.id }), 400, 'invalid_reference');
  expect(named.fields).toMatchObject([{ path: 'stories.0.assigneeId' }]);
  const change = { stories: [{ storyId: story.id, priority: 'high' }] };
  const unseen = expectRefusal(await ask(stranger.client, change), 400, 'invalid_reference');
  expect(unseen.fields).toMatchObject([{ path: 'stories.0.storyId' }]);
  const unknown = { members: [{ memberId: story.id, busy: [] }] };
  expectRefusal(await ask(person.client, unknown), 400, 'invalid_reference');
  const away = { members: [{ memberId: person.id, busy: [{ startDate: inDays(3), endDate: inDays(9) }] }] };
  expect((await preview(person.client, away)).moved).toHaveLength(1);
  expect(await preview(stranger.client, away)).toEqual({
    moved: [],
    newlyAtRisk: [],
    newlyFitting: [],
    complete: true,
  });
});
