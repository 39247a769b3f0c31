import { beforeAll, expect, test } from 'vitest';
import { addCompletedSize } from '../../shared/counts/throughput-store.ts';
import { getObjectiveForecast } from '../../shared/analysis/get-objective-forecast.ts';
import { commit } from '../../shared/db/write.ts';
import { privateObjective } from '../objectives/private.ts';
import { expectRefusal } from '../support/answers.ts';
import { newHistory, type History } from './history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let history: History;

beforeAll(async () => {
  history = await newHistory();
  // Half a year of one story on each weekday, up to Sunday.
  const monday = Date.parse('2026-11-16T00:00:00.000Z');
  const days = Array.from({ length: 182 }, (_, n) => new Date(monday - (n + 1) * DAY_MS));
  const working = days.filter((day) => day.getUTCDay() % 6 !== 0);
  for (let start = 0; start < working.length; start += 100) {
    const some = working.slice(start, start + 100);
    await commit(
      history.database,
      some.map((day) => addCompletedSize(history.team.id, day.toISOString().slice(0, 10), 100)),
    );
  }
  history.on('2026-11-16T09:00');
});

const forecast = ({ id }: { id: string }): Promise<any> =>
  history.run(getObjectiveForecast, { path: { objectiveId: id } });

/** An objective with so many stories, counted. */
async function objectiveOf(stories: number, fields: object = {}) {
  const objective = await history.objective(fields);
  for (let n = 0; n < stories; n++) await history.story({ objectiveId: objective.id });
  await history.count();
  return objective;
}

test('objectives share what their team completes, so that a second one makes the first one later', async () => {
  const first = await objectiveOf(5, { endDate: '2026-11-24T00:00:00Z' });
  const alone = await forecast(first);
  // Half of the capacity goes to what is outside of objectives, as long as nothing tells how much does.
  expect(alone).toMatchObject({
    ...{ remaining: 5, throughputDays: 130, insufficientHistory: false },
    ...{ p50: '2026-11-27T00:00:00.000Z', p85: '2026-11-27T00:00:00.000Z', p95: '2026-11-27T00:00:00.000Z' },
    ...{ probabilityOfTarget: 0, healthSuggested: 'off_track' },
    healthReason: 'The target date is reached in 0 % of the trials.',
    withFewerStories: [
      { stories: 1, probabilityOfTarget: 0 },
      { stories: 3, probabilityOfTarget: 1 },
    ],
  });
  expect(alone.assumptions).toContain(
    "50 % of the team's capacity goes to this objective until others are done, as lately or by priority.",
  );

  const second = await objectiveOf(4);
  await history.move(await history.story({ objectiveId: second.id }), 'started');
  await history.count();
  expect((await forecast(first)).p85).toBe('2026-12-04T00:00:00.000Z');
  expect(await forecast(first)).toEqual(await forecast(first));

  // One in the backlog that has not begun takes nothing from the others.
  await objectiveOf(5, { priority: 'urgent' });
  expect((await forecast(first)).p85).toBe('2026-12-04T00:00:00.000Z');

  // What was completed lately tells how the capacity is split.
  await history.during('2026-11-16T12:00', async () => {
    for (let n = 0; n < 10; n++) {
      const story = await history.story({ objectiveId: second.id });
      await history.move(story, 'completed');
    }
    await history.move(await history.story({ objectiveId: first.id }), 'started');
  });
  expect(Date.parse((await forecast(second)).p85)).toBeLessThan(Date.parse((await forecast(first)).p85));
});

test('an objective without work left has no dates', async () => {
  expect(await forecast(await history.objective())).toMatchObject({
    ...{ p50: null, p85: null, p95: null, probabilityOfTarget: null, remaining: 0 },
    ...{ insufficientHistory: false, healthSuggested: null, assumptions: [] },
  });
});

test('completions on nine days are too little history', async () => {
  const young = await newHistory();
  const days = Array.from({ length: 9 }, (_, n) => `2026-11-0${n + 1}`);
  await commit(
    young.database,
    days.map((day) => addCompletedSize(young.team.id, day, 100)),
  );
  const objective = await young.objective({ endDate: '2026-12-01T00:00:00Z' });
  await young.story({ objectiveId: objective.id });
  await young.count();
  const shown = () => young.run<any>(getObjectiveForecast, { path: { objectiveId: objective.id } });
  expect(await shown()).toMatchObject({
    ...{ p50: null, p85: null, p95: null, probabilityOfTarget: null, remaining: 1, throughputDays: 9 },
    insufficientHistory: true,
    assumptions: ['The team completed work on 9 of the last 182 days before today; a forecast needs 10.'],
  });
  await commit(young.database, [addCompletedSize(young.team.id, '2026-11-10', 100)]);
  expect(await shown()).toMatchObject({ throughputDays: 10, insufficientHistory: false });
});

test('a private objective is forecast for those who see it only', async () => {
  const { workspace, objective, insiders, outsiders } = await privateObjective();
  const path = `${workspace.path}/objectives/${objective.id}/forecast`;
  for (const { client } of insiders) expect((await client.get(path)).status).toBe(200);
  for (const { client } of outsiders) expectRefusal(await client.get(path), 404, 'not_found');
});
