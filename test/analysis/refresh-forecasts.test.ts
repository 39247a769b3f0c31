import { beforeAll, expect, test } from 'vitest';
import { refreshForecasts } from '../../shared/planning/analysis/refresh-forecasts.ts';
import { getObjectiveForecast } from '../../shared/planning/analysis/get-objective-forecast.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { nextForecastNight } from '../../shared/planning/forecasts/forecast-night.ts';
import { putCadence } from '../../shared/planning/cadence/cadence-store.ts';
import { getForecast } from '../../shared/planning/forecasts/forecast-store.ts';
import { getObjective } from '../../shared/planning/objectives/get-objective.ts';
import { deleteObjective } from '../../shared/planning/objectives/delete-objective.ts';
import { newHistory, type History } from './history.ts';

let history: History;
const refresh = () => refreshForecasts({ database: history.database, now: history.now }, history.team.id);
const shown = ({ id }: { id: string }) => history.run<any>(getObjective, { path: { objectiveId: id } });
const calibration = async ({ id }: { id: string }) =>
  (await history.run<any>(getObjectiveForecast, { path: { objectiveId: id } })).calibration;

beforeAll(async () => {
  history = await newHistory();
  const start = Date.parse('2026-09-01T00:00:00.000Z');
  // One story a day, before and after the days of the tests.
  const days = Array.from({ length: 98 }, (_, n) => new Date(start + n * DAY_MS).toISOString().slice(0, 10));
  await commit(
    history.database,
    days.map((day) => addCompletedSize(history.team.id, day, 100)),
  );
  history.on('2026-11-16T09:00');
});

test('the service stores its own forecasts, and reports how many of them held', async () => {
  const objective = await history.objective({ endDate: '2026-11-30T00:00:00Z' });
  const stories = await Promise.all([1, 2, 3].map(() => history.story({ objectiveId: objective.id })));
  await history.count();
  expect(await shown(objective)).toMatchObject({ forecastEndDate: null, scheduleStatus: 'no_schedule' });

  // In the night, because a day more will be over then.
  expect(await refresh()).toEqual(nextForecastNight(history.team.id, 'UTC', history.now));
  // Half a story a day.
  expect(await shown(objective)).toMatchObject({
    forecastEndDate: '2026-11-21T00:00:00.000Z',
    forecastDaysDelta: -9,
    scheduleStatus: 'on_track',
  });
  expect(await calibration(objective)).toBeNull();

  // Nothing is done, so that the date passes, and the next week has a forecast of its own.
  history.on('2026-11-24T09:00');
  await refresh();
  expect(await calibration(objective)).toEqual({ share: 0, of: 1 });
  expect((await shown(objective)).forecastEndDate).toBe('2026-11-29T00:00:00.000Z');

  await history.during('2026-11-27T09:00', async () => {
    for (const story of stories) await history.move(story, 'completed');
  });
  expect(await refresh()).toBeUndefined();
  const next = await history.objective();
  await history.story({ objectiveId: next.id });
  await history.count();
  await refresh();
  expect(await calibration(next)).toEqual({ share: 0.5, of: 2 });
});

test('a forecast that has not changed is not written again, and one of a deleted objective never', async () => {
  const objective = await history.objective();
  await history.story({ objectiveId: objective.id });
  await history.count();
  await refresh();
  const read = () => getForecast(createReader(history.database), objective.id);
  const first = await read();
  expect(first).toBeDefined();
  await refresh();
  expect(await read()).toEqual(first);
  await history.run(deleteObjective, { path: { objectiveId: objective.id } });
  expect(await read()).toBeUndefined();
  await refresh();
  expect(await read()).toBeUndefined();
});

test('a team that completes nothing for four weeks is left alone', async () => {
  const idle = await newHistory();
  const objective = await idle.objective();
  await idle.story({ objectiveId: objective.id });
  await idle.count();
  expect(await refreshForecasts({ database: idle.database, now: idle.now }, idle.team.id)).toBeUndefined();
});

test('the forecasts of a team are next due in its own night, and not in the past before', async () => {
  const far = await newHistory();
  const days = Array.from({ length: 60 }, (_, n) => new Date(Date.parse('2026-09-20') + n * DAY_MS));
  await commit(
    far.database,
    days.map((day) => addCompletedSize(far.team.id, day.toISOString().slice(0, 10), 100)),
  );
  far.on('2026-11-16T20:00');
  const objective = await far.objective({});
  await far.story({ objectiveId: objective.id });
  await far.count();
  const cadence = {
    workspaceId: far.team.workspaceId,
    teamId: far.team.id,
    enabled: false,
    lengthWeeks: 2,
    startsOn: 'monday' as const,
    timeZone: 'America/Los_Angeles',
    cooldownDays: 0,
    upcoming: 2,
    unfinished: 'stay' as const,
    goalTemplate: null,
    pausedUntil: null,
    skip: [],
    createdAt: far.now.toISOString(),
    updatedAt: far.now.toISOString(),
  };
  await commit(far.database, [putCadence(cadence, undefined, () => new Error('stale'))]);
  const due = await refreshForecasts({ database: far.database, now: far.now }, far.team.id);
  expect(due).toEqual(nextForecastNight(far.team.id, 'America/Los_Angeles', far.now));
  // Midnight in Los Angeles.
  expect(due!.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-17T08:00Z'));

  const { forecastEndDate } = await far.run<any>(getObjective, { path: { objectiveId: objective.id } });
  far.on('2026-11-30T07:00');
  const later = await far.run<any>(getObjective, { path: { objectiveId: objective.id } });
  expect(forecastEndDate < later.forecastEndDate).toBe(true);
  expect(later.forecastEndDate).toBe('2026-11-30T00:00:00.000Z');
  expect(later.forecastStartDate <= later.forecastEndDate).toBe(true);
});
