import { beforeEach, expect, test } from 'vitest';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { getSprintReport } from '../../shared/planning/analysis/get-sprint-report.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { burnDownPicture } from '../../shared/planning/pictures/burn-down-picture.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { updateSprint } from '../../shared/planning/sprints/update-sprint.ts';
import { getSprintItem } from '../../shared/planning/sprints/sprint-store.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newHistory, type History } from '../analysis/history.ts';
import { cadenceApi } from './cadence-api.ts';

let history: History;
let cadence: ReturnType<typeof cadenceApi>;

beforeEach(async () => {
  history = await newHistory();
  cadence = cadenceApi(history);
});

/** A fortnight from Monday 19 October 2026; Berlin and Los Angeles put their clocks back in it. */
const DAYS = Array.from({ length: 14 }, (_, n) => `2026-${n < 13 ? '10' : '11'}-${n < 13 ? 19 + n : '01'}`);

const run = <T = any>(operation: Parameters<History['run']>[0], { id }: { id: string }) =>
  history.run<T>(operation, { path: { sprintId: id } });
const inCurrent = async () =>
  (await history.run<Story[]>(listStories, { query: { filter: 'sprint:current' } })).map(({ id }) => id);

/** Instants of the first day, early and late in the working day, and at the end of the last day, in each zone. */
test.each([
  {
    timeZone: 'Europe/Berlin',
    dates: ['2026-10-18T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    before: '2026-10-18T21:59',
    early: '2026-10-18T22:30',
    late: '2026-10-19T21:59',
    lastMoment: '2026-11-01T22:59',
    over: '2026-11-01T23:00',
  },
  {
    timeZone: 'Pacific/Auckland',
    dates: ['2026-10-18T11:00:00.000Z', '2026-10-31T11:00:00.000Z'],
    before: '2026-10-18T10:59',
    early: '2026-10-18T20:00',
    late: '2026-10-19T10:59',
    lastMoment: '2026-11-01T10:59',
    over: '2026-11-01T11:00',
  },
  {
    timeZone: 'America/Los_Angeles',
    dates: ['2026-10-19T07:00:00.000Z', '2026-11-01T07:00:00.000Z'],
    before: '2026-10-19T06:59',
    early: '2026-10-19T07:30',
    late: '2026-10-20T06:59',
    lastMoment: '2026-11-02T07:59',
    over: '2026-11-02T08:00',
  },
])('the days of a sprint are those of $timeZone', async ({ timeZone, dates, ...at }) => {
  history.on('2026-10-14T09:00');
  await cadence.begin({ timeZone, upcoming: 1, unfinished: 'stay' });
  const [sprint] = (await cadence.sprints()) as [Sprint];
  expect(sprint).toMatchObject({ startDate: dates[0], endDate: dates[1], timeZone });
  history.on(at.before);
  const [first, second] = [
    await history.story({ sprintId: sprint.id }),
    await history.story({ sprintId: sprint.id }),
  ];
  await history.count();
  expect(await inCurrent()).toEqual([]);
  await cadence.next();
  expect(await inCurrent()).toHaveLength(2);
  await history.during(at.early, () => history.move(first, 'completed'));
  await history.during(at.late, () => history.story({ sprintId: sprint.id }));

  const shown = await run(analyzeSprint, sprint);
  expect(shown.burnDown.map(({ day }: { day: string }) => day)).toEqual(DAYS);
  expect(shown.burnDown[0]).toMatchObject({
    remaining: { stories: 2 },
    completed: { stories: 1 },
    added: { stories: 1 },
  });
  expect(shown.burnDown[1].remaining).toBeNull();
  expect(shown.completed.stories).toBe(1);

  history.on(at.lastMoment);
  await history.during(at.lastMoment, () => history.move(second, 'completed'));
  const report = await run(getSprintReport, sprint);
  expect(report.burnDown.map(({ day }: { day: string }) => day)).toEqual(DAYS);
  expect(report.burnDown.at(-1)).toMatchObject({ completed: { stories: 1 }, remaining: { stories: 1 } });
  expect(report).toMatchObject({
    committed: { stories: 3 },
    finished: { stories: 2 },
    unfinished: { stories: 1 },
  });
  expect(burnDownPicture({ name: 'Burn-down', days: report.burnDown })).toContain(
    '2 stories remained on 2026-10-19, 1 story on 2026-11-01. That is 1 more than the ideal line to zero by 2026-11-01.',
  );
  expect(await inCurrent()).toHaveLength(3);

  expect(await cadence.next()).toBe(`${at.over}:00.000Z`);
  const closed = await run(getSprintReport, sprint);
  expect(closed).toEqual({ ...report, closedAt: `${at.over}:00.000Z` });
  expect(await inCurrent()).toEqual([]);
});

test('stories completed before a sprint is closed late count, and its days stay its own', async () => {
  history.on('2026-10-14T09:00');
  await cadence.begin({ upcoming: 1 });
  const [sprint] = (await cadence.sprints()) as [Sprint];
  await cadence.next();
  const story = await history.story({ sprintId: sprint.id });
  await history.count();
  await history.during('2026-11-03T09:00', () => history.move(story, 'completed'));
  await cadence.run();
  const report = await run(getSprintReport, sprint);
  expect(report).toMatchObject({ finished: { stories: 1 }, unfinished: { stories: 0 } });
  expect(report.burnDown.map(({ day }: { day: string }) => day)).toEqual(DAYS);
});

test('a sprint that people make has the zone of the cadence, or UTC; plain dates are its days', async () => {
  const plain = { startDate: '2026-10-19', endDate: '2026-11-01' };
  expect((await history.sprint(plain)).timeZone).toBe('UTC');
  history.on('2026-10-14T09:00');
  await cadence.put({ enabled: false, timeZone: 'America/Los_Angeles' });
  const sprint = await history.sprint(plain);
  expect(sprint).toMatchObject({ timeZone: 'America/Los_Angeles', startDate: '2026-10-19T00:00:00.000Z' });
  const { burnDown } = await run(analyzeSprint, sprint);
  expect(burnDown.map(({ day }: { day: string }) => day)).toEqual(DAYS);
  const body = { expectedUpdatedAt: sprint.updatedAt, endDate: '2026-10-30' };
  const changed = await history.run<Sprint>(updateSprint, { path: { sprintId: sprint.id }, body });
  expect(changed.timeZone).toBe('America/Los_Angeles');
});

test('the running sprint keeps its days in a changed zone', async () => {
  history.on('2026-10-14T09:00');
  await cadence.begin({ upcoming: 1 });
  await cadence.next();
  await cadence.set({ timeZone: 'America/Los_Angeles' });
  const [sprint] = (await cadence.sprints()) as [Sprint];
  expect(sprint).toMatchObject({
    timeZone: 'America/Los_Angeles',
    startedAt: '2026-10-18T22:00:00.000Z',
    startDate: '2026-10-19T07:00:00.000Z',
    endDate: '2026-11-01T07:00:00.000Z',
  });
});

test('sprints that were stored without a zone get that of their cadence at its next turn', async () => {
  history.on('2026-10-14T09:00');
  await cadence.begin({ upcoming: 1 });
  const [made] = (await cadence.sprints()) as [Sprint];
  const item = (await getSprintItem(createReader(history.database), made.id))!;
  const { timeZone: _, ...older } = JSON.parse(item['doc'] as string);
  await commit(history.database, [{ put: { ...item, doc: JSON.stringify(older) } }]);
  const { storyCounts: __, ...stored } = made;
  expect((await cadence.sprints())[0]).toMatchObject({ ...stored, timeZone: 'UTC' });
  await cadence.next();
  expect((await cadence.sprints())[0]).toMatchObject({ timeZone: 'Europe/Berlin', closedAt: null });
});
