import { beforeEach, expect, test } from 'vitest';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { getSprintReport } from '../../shared/planning/analysis/get-sprint-report.ts';
import { readWorkedDays } from '../../shared/planning/analysis/worked-days.ts';
import { dayText } from '../../shared/kernel/core/date-span.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { createTimeOff } from '../../shared/planning/scheduling/working-time/create-time-off.ts';
import { updateWorkingHours } from '../../shared/planning/scheduling/working-time/update-working-hours.ts';
import { cadenceApi } from '../cadence/cadence-api.ts';
import { noDays, office } from '../working-time/working-place.ts';
import { newHistory, type History } from './history.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const week = {
  monday: office,
  tuesday: office,
  wednesday: office,
  thursday: office,
  friday: office,
  saturday: [],
  sunday: [],
};
/** Ten points over a fortnight from Monday, by the default hours. */
const LEVEL_ON_WEEKENDS = [9, 8, 7, 6, 5, 5, 5, 4, 3, 2, 1, 0, 0, 0];

const workAt = (weekly: object, timeZone = 'UTC') =>
  history.run(updateWorkingHours, { path: { memberId: history.member.id }, body: { timeZone, weekly } });
const takeOff = (startDate: string, endDate = startDate) =>
  history.run(createTimeOff, { path: { memberId: history.member.id }, body: { startDate, endDate } });

/** A fortnight from Monday 16 November with ten points, on the day before. */
async function fortnight(fields: object = {}): Promise<Sprint> {
  let sprint!: Sprint;
  await history.during('2026-11-15T12:00', async () => {
    sprint = await history.sprint({ startDate: '2026-11-16', endDate: '2026-11-29', ...fields });
    for (const _ of [1, 2]) await history.story({ sprintId: sprint.id, estimateValue: 5 });
  });
  return sprint;
}

const read = (operation: typeof analyzeSprint | typeof getSprintReport, { id }: Sprint): Promise<any> =>
  history.run(operation, { path: { sprintId: id } });
const lineOf = ({ burnDown }: any): number[] => burnDown.map(({ ideal }: any) => ideal.estimate);
const idealOf = async (sprint: Sprint) => lineOf(await read(analyzeSprint, sprint));

test('analysis, report and their pictures have the same line, level on weekends by the default hours', async () => {
  const sprint = await fortnight();
  for (const operation of [analyzeSprint, getSprintReport]) {
    const data = await read(operation, sprint);
    expect(lineOf(data)).toEqual(LEVEL_ON_WEEKENDS);
    const [, path] = /class="guide" d="M([^"]+)"/.exec(await operation.picture!(data, history.now))!;
    const heights = path!.split('L').map((point) => Number(point.split(',')[1]));
    // Ten points are 264 pixels, above the axis at 326.
    const drawn = LEVEL_ON_WEEKENDS.map((points) => 326 - 26.4 * points);
    heights.forEach((height, position) => expect(height).toBeCloseTo(drawn[position]!, 1));
  }
});

test('the line is level on days off of the only member, whatever service accounts there are', async () => {
  const sprint = await fortnight();
  await history.workspace.serviceAccount([history.team]);
  await workAt(week);
  await takeOff('2026-11-19', '2026-11-20');
  const level = [8.75, 7.5, 6.25, 6.25, 6.25, 6.25, 6.25, 5, 3.75, 2.5, 1.25, 0, 0, 0];
  expect(await idealOf(sprint)).toEqual(level);
  expect(lineOf(await read(getSprintReport, sprint))).toEqual(level);
  await history.workspace.person('member', [history.team]);
  expect(await idealOf(sprint)).toEqual(LEVEL_ON_WEEKENDS);
});

test('the days off of a person in another team change nothing', async () => {
  const sprint = await fortnight();
  const other = await history.workspace.team();
  const colleague = await history.workspace.person('member', [other]);
  await history.run(createTimeOff, {
    path: { memberId: colleague.id },
    body: { startDate: '2026-11-16', endDate: '2026-11-29' },
    token: colleague.token,
  });
  expect(await idealOf(sprint)).toEqual(LEVEL_ON_WEEKENDS);
});

test('dates are those of the zone of a sprint, and the report of a closed one keeps its line', async () => {
  history.on('2026-10-14T09:00');
  const cadence = cadenceApi(history);
  await cadence.begin({ timeZone: 'Europe/Berlin', upcoming: 1, unfinished: 'stay' });
  const [sprint] = (await cadence.sprints()) as [Sprint];
  // Monday 19 October begins on Sunday in UTC; the clocks are put back on the 25th.
  expect(sprint).toMatchObject({
    startDate: '2026-10-18T22:00:00.000Z',
    endDate: '2026-10-31T23:00:00.000Z',
    timeZone: 'Europe/Berlin',
  });
  await workAt(week, 'Europe/Berlin');
  await takeOff('2026-10-23');
  await takeOff('2026-10-26');
  for (const _ of [1, 2]) await history.story({ sprintId: sprint.id, estimateValue: 5 });
  await history.count();
  const level = [8.75, 7.5, 6.25, 5, 5, 5, 5, 5, 3.75, 2.5, 1.25, 0, 0, 0];
  expect(await idealOf(sprint)).toEqual(level);
  await cadence.next();
  await cadence.next();
  await takeOff('2026-10-27');
  const report = await read(getSprintReport, sprint);
  expect(report.closedAt).not.toBeNull();
  expect(lineOf(report)).toEqual(level);
});

test('the line is straight where no one works on any day', async () => {
  const sprint = await fortnight({ startDate: '2026-11-16', endDate: '2026-11-20' });
  await workAt(noDays);
  expect(await idealOf(sprint)).toEqual([8, 6, 4, 2, 0]);
});

test('a team of more than 50 works by the default hours', async () => {
  const sprint = await fortnight();
  await workAt({ ...week, saturday: office });
  const join = (count: number) =>
    commit(
      history.database,
      Array.from({ length: count }, () => ({
        put: { pk: `T#${history.team.id}`, sk: `M#${newId(new Date())}` },
      })),
    );
  await join(49);
  const [friday, saturday, sunday] = (await idealOf(sprint)).slice(4, 7) as [number, number, number];
  expect(saturday).toBeLessThan(friday);
  expect(sunday).toBe(saturday);
  await join(1);
  expect(await idealOf(sprint)).toEqual(LEVEL_ON_WEEKENDS);
});

test('a team without members works on weekdays, when its sprint is closed later', async () => {
  const sprint = await fortnight();
  const { id: teamId } = await history.workspace.team();
  const worked = (await readWorkedDays(createReader(history.database), { ...sprint, teamId }))!;
  expect(worked.map((day) => dayText(day).slice(8)).join()).toBe('16,17,18,19,20,23,24,25,26,27');
});

test('the line of a sprint that is longer than 120 days is straight', async () => {
  const ofDays = async (endDate: string) =>
    (await idealOf(await fortnight({ endDate }))).slice(4, 7).map((one) => one.toFixed(2));
  const [friday, saturday, sunday] = await ofDays('2027-03-15');
  expect([saturday, sunday]).toEqual([friday, friday]);
  expect(await ofDays('2027-03-16')).toEqual(['9.59', '9.50', '9.42']);
});
