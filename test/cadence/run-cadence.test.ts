import { beforeEach, expect, test } from 'vitest';
import { deleteSprint } from '../../shared/planning/sprints/delete-sprint.ts';
import { updateSprint } from '../../shared/planning/sprints/update-sprint.ts';
import { updateTeam } from '../../shared/identity/teams/update-team.ts';
import { getTeam } from '../../shared/identity/teams/get-team.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { getSprintReport } from '../../shared/planning/analysis/get-sprint-report.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { newHistory, type History } from '../analysis/history.ts';
import { cadenceApi } from './cadence-api.ts';

let history: History;
let cadence: ReturnType<typeof cadenceApi>;

beforeEach(async () => {
  history = await newHistory();
  cadence = cadenceApi(history);
  // A Wednesday.
  history.on('2026-11-18T09:00');
});

const spans = async () => (await cadence.sprints()).map(({ startDate, endDate }) => [startDate, endDate]);
const change = ({ id, updatedAt }: Sprint, fields: object) =>
  history.run<Sprint>(updateSprint, {
    path: { sprintId: id },
    body: { expectedUpdatedAt: updatedAt, ...fields },
  });
const remove = ({ id }: Sprint) => history.run(deleteSprint, { path: { sprintId: id } });
const sprintOf = async ({ id }: Story) =>
  (await history.run<Story>(getStory, { path: { storyId: id } })).sprintId;
const reportOf = ({ id }: Sprint) => history.run<any>(getSprintReport, { path: { sprintId: id } });

test('a cadence makes the sprints ahead, at midnight in the zone of the team', async () => {
  await cadence.begin({ goalTemplate: 'Sprint {number}, {startDate} to {endDate}' });
  expect(await cadence.sprints()).toMatchObject([
    {
      name: 'Sprint 1',
      goal: 'Sprint 1, 2026-11-23 to 2026-12-06',
      startDate: '2026-11-22T23:00:00.000Z',
      endDate: '2026-12-05T23:00:00.000Z',
      automationManaged: true,
      startedAt: null,
      closedAt: null,
    },
    { name: 'Sprint 2', startDate: '2026-12-06T23:00:00.000Z', endDate: '2026-12-19T23:00:00.000Z' },
  ]);
  expect(await cadence.dueAt()).toBe('2026-11-22T23:00:00.000Z');
});

test('a cadence starts and closes each sprint when its time comes, and makes the next one', async () => {
  await cadence.begin({ upcoming: 1 });
  expect(await cadence.next()).toBe('2026-11-22T23:00:00.000Z');
  expect(await cadence.sprints()).toMatchObject([
    { startedAt: '2026-11-22T23:00:00.000Z', closedAt: null },
    { startedAt: null },
  ]);
  expect(await cadence.next()).toBe('2026-12-06T23:00:00.000Z');
  const at = '2026-12-06T23:00:00.000Z';
  expect(await cadence.sprints()).toMatchObject([
    { name: 'Sprint 1', closedAt: at },
    { name: 'Sprint 2', startedAt: at, closedAt: null },
    { name: 'Sprint 3', startedAt: null },
  ]);
});

test.each([
  ['roll_over', (next: string) => next],
  ['to_backlog', () => null],
  ['stay', (_: string, own: string) => own],
] as const)('unfinished stories %s, and the report stays as it was', async (unfinished, expected) => {
  await cadence.begin({ unfinished, timeZone: 'UTC' });
  const [first, second] = (await cadence.sprints()) as [Sprint, Sprint];
  await cadence.next();
  const story = (fields: object = {}) => history.story({ sprintId: first.id, ...fields });
  const [done, open, big, late] = [
    await story(),
    await story(),
    await story({ estimateValue: 3 }),
    await story(),
  ];
  await history.count();
  await history.during('2026-11-25T09:00', async () => {
    await history.move(done, 'completed');
    await history.move(late, 'cancelled');
    await story({ estimateValue: 2 });
  });
  history.on('2026-12-06T12:00');
  expect(await reportOf(first)).toMatchObject({ closedAt: null, unfinished: { stories: 3, estimate: 6 } });
  await cadence.next();

  expect([await sprintOf(open), await sprintOf(big)]).toEqual(Array(2).fill(expected(second.id, first.id)));
  expect([await sprintOf(done), await sprintOf(late)]).toEqual([first.id, first.id]);
  const moved = unfinished === 'roll_over';
  const report = await reportOf(first);
  expect(report).toMatchObject({
    sprintId: first.id,
    closedAt: '2026-12-07T00:00:00.000Z',
    committed: { stories: 4, estimate: 6 },
    added: { stories: 1, estimate: 2 },
    removed: { stories: 1, estimate: 1 },
    finished: { stories: 1, estimate: 1 },
    unfinished: { stories: 3, estimate: 6 },
    rolledOver: moved ? { stories: 3, estimate: 6 } : { stories: 0, estimate: 0 },
    rolledOverTo: moved ? second.id : null,
    historyComplete: true,
  });
  expect(report.burnDown).toHaveLength(14);
  // What happens to the stories afterwards changes nothing of it.
  await history.change(await history.run<Story>(getStory, { path: { storyId: done.id } }), {
    estimateValue: 8,
  });
  await history.count();
  expect(await reportOf(first)).toEqual(report);
});

test('sprints that people change by hand are left alone, and those that they delete are not made again', async () => {
  await cadence.begin({ upcoming: 3, timeZone: 'UTC' });
  const [first, second, third] = (await cadence.sprints()) as [Sprint, Sprint, Sprint];
  expect(await change(first, { name: first.name })).toMatchObject({ automationManaged: true });
  const renamed = await change(first, { name: 'Launch' });
  expect(renamed.automationManaged).toBe(false);
  await remove(third);
  await cadence.next();
  const made = await cadence.sprints();
  expect(made[0]).toEqual(renamed);
  expect(made.map(({ name }) => name)).toEqual(['Launch', 'Sprint 2', 'Sprint 4', 'Sprint 5']);
  expect(made[2]!.startDate > third.startDate).toBe(true);

  const story = await history.story({ sprintId: first.id });
  await cadence.next();
  expect(await sprintOf(story)).toBe(first.id);
  expect((await cadence.sprints())[0]).toEqual(renamed);
  expect((await cadence.sprints())[1]).toMatchObject({
    id: second.id,
    startedAt: '2026-12-07T00:00:00.000Z',
  });
});

test('upcoming sprints follow a changed cadence with their stories; the running one keeps its days', async () => {
  await cadence.begin({ timeZone: 'UTC' });
  await cadence.next();
  const before = await cadence.sprints();
  const story = await history.story({ sprintId: before[1]!.id });
  await cadence.set({ lengthWeeks: 1, startsOn: 'wednesday', timeZone: 'Pacific/Auckland' });
  expect(await spans()).toEqual([
    ['2026-11-22T11:00:00.000Z', '2026-12-05T11:00:00.000Z'],
    ['2026-12-08T11:00:00.000Z', '2026-12-14T11:00:00.000Z'],
    ['2026-12-15T11:00:00.000Z', '2026-12-21T11:00:00.000Z'],
  ]);
  expect((await cadence.sprints()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await sprintOf(story)).toBe(before[1]!.id);
});

test('skips, pauses and cooldowns leave room between sprints', async () => {
  const starts = async () => (await spans()).map(([start]) => start!.slice(0, 10));
  await cadence.begin({ timeZone: 'UTC', upcoming: 3, cooldownDays: 3 });
  expect(await starts()).toEqual(['2026-11-23', '2026-12-14', '2027-01-04']);
  await cadence.set({ skip: ['2026-12-25'] });
  expect(await starts()).toEqual(['2026-11-23', '2027-01-04', '2027-01-25']);
  await cadence.set({ skip: [], pausedUntil: '2026-12-09' });
  expect(await starts()).toEqual(['2026-12-14', '2027-01-04', '2027-01-25']);
});

test('a cadence that is turned off costs nothing, and goes on where people left off', async () => {
  await cadence.begin({ timeZone: 'UTC', upcoming: 1 });
  await cadence.next();
  await cadence.set({ enabled: false });
  expect(await cadence.dueAt()).toBeUndefined();
  history.on('2027-01-06T09:00');
  expect(await cadence.run()).toBe(0);
  expect((await cadence.sprints()).map(({ closedAt }) => closedAt)).toEqual([null, null]);

  await cadence.set({ enabled: true });
  expect(await cadence.sprints()).toMatchObject([
    { name: 'Sprint 1', closedAt: '2027-01-06T09:00:00.000Z' },
    { name: 'Sprint 2', startDate: '2027-01-11T00:00:00.000Z', startedAt: null },
  ]);
});

test('a team that stops using sprints turns its cadence off at its next turn', async () => {
  await cadence.begin({ timeZone: 'UTC' });
  const admin = await history.workspace.person('admin', [history.team]);
  const { updatedAt } = await history.run<Team>(getTeam, { path: { teamId: history.team.id } });
  await history.run(updateTeam, {
    path: { teamId: history.team.id },
    token: admin.token,
    body: { expectedUpdatedAt: updatedAt, sprintsEnabled: false },
  });
  await cadence.next();
  expect((await cadence.get()).enabled).toBe(false);
  expect(await cadence.dueAt()).toBeUndefined();
});

test('a cadence goes on with the number that the names of the team have reached', async () => {
  await history.sprint({ name: 'Sprint 41', startDate: '2026-11-03', endDate: '2026-11-13' });
  for (const name of ['sprint #42', 'Hardening', 'Sprint 2 of the platform'])
    await history.sprint({ name, startDate: '2026-11-02', endDate: '2026-11-13' });
  await cadence.begin({ upcoming: 1, goalTemplate: 'Goal {number}' });
  expect((await cadence.sprints()).at(-1)).toMatchObject({ name: 'Sprint 43', goal: 'Goal 43' });
});

test('a cadence names sprints as the team does, also after one of its sprints was renamed', async () => {
  await history.sprint({ name: 'PAY Sprint 8', startDate: '2026-11-02', endDate: '2026-11-13' });
  await cadence.begin({ upcoming: 1 });
  const first = (await cadence.sprints()).at(-1)!;
  expect(first.name).toBe('PAY Sprint 9');
  await change(first, { name: 'Checkout 3' });
  await cadence.set({ upcoming: 2 });
  expect((await cadence.sprints()).at(-1)!.name).toBe('Checkout 4');
});

test('a cadence leaves out the numbers that sprints made by hand have', async () => {
  await cadence.begin({ upcoming: 1 });
  const { name } = (await cadence.sprints()).at(-1)!;
  expect(name).toBe('Sprint 1');
  for (const number of [2, 3]) {
    await history.sprint({ name: `SPRINT ${number}`, startDate: '2027-03-01', endDate: '2027-03-02' });
  }
  await cadence.set({ upcoming: 3 });
  const made = (await cadence.sprints()).filter(({ automationManaged }) => automationManaged);
  expect(made.map((sprint) => sprint.name)).toEqual(['Sprint 1', 'Sprint 4', 'Sprint 5']);
});

test('the first sprint follows those that the team has planned by hand', async () => {
  history.on('2026-11-18T09:00');
  await history.sprint({ startDate: '2026-11-16', endDate: '2026-11-27' });
  await cadence.begin({ timeZone: 'UTC', upcoming: 1 });
  expect(await cadence.sprints()).toMatchObject([
    { name: 'A sprint', automationManaged: false },
    { name: 'Sprint 2', startDate: '2026-11-30T00:00:00.000Z' },
  ]);
});

test('the first sprint does not wait for one that ends with the calendar', async () => {
  history.on('2026-11-18T09:00');
  await history.sprint({ startDate: '2026-11-16', endDate: '9999-12-31' });
  await cadence.begin({ timeZone: 'UTC', upcoming: 2 });
  expect(await cadence.sprints()).toMatchObject([
    { name: 'A sprint', automationManaged: false },
    { name: 'Sprint 2', startDate: '2026-11-23T00:00:00.000Z' },
    { name: 'Sprint 3', startDate: '2026-12-07T00:00:00.000Z' },
  ]);
});
