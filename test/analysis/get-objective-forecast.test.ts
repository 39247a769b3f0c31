import { beforeAll, expect, test } from 'vitest';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createRelation } from '../../shared/planning/relations/create-relation.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createObjective } from '../../shared/planning/objectives/create-objective.ts';
import { utcDay } from '../../shared/kernel/core/date-span.ts';
import { putForecast } from '../../shared/planning/forecasts/forecast-store.ts';
import { getObjectiveForecast } from '../../shared/planning/analysis/get-objective-forecast.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newPrivateObjective } from '../objectives/private.ts';
import { expectRefusal } from '../support/answers.ts';
import { newHistory, type History } from './history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let history: History;

beforeAll(async () => {
  history = await teamOfOneADay();
});

/** A team with half a year of one story on each weekday, up to Sunday. */
async function teamOfOneADay(): Promise<History> {
  const team = await newHistory();
  const monday = Date.parse('2026-11-16T00:00:00.000Z');
  const days = Array.from({ length: 182 }, (_, n) => new Date(monday - (n + 1) * DAY_MS));
  const working = days.filter((day) => day.getUTCDay() % 6 !== 0);
  for (let start = 0; start < working.length; start += 100) {
    const some = working.slice(start, start + 100);
    await commit(
      team.database,
      some.map((day) => addCompletedSize(team.team.id, day.toISOString().slice(0, 10), 100)),
    );
  }
  team.on('2026-11-16T09:00');
  return team;
}

const forecast = ({ id }: { id: string }, of = history): Promise<any> =>
  of.run(getObjectiveForecast, { path: { objectiveId: id } });

/** An objective with so many stories, counted. */
async function objectiveOf(stories: number, fields: object = {}, of = history) {
  const objective = await of.objective(fields);
  for (let n = 0; n < stories; n++) await of.story({ objectiveId: objective.id });
  await of.count();
  return objective;
}

test('objectives share what their team completes, so that a second one makes the first one later', async () => {
  const first = await objectiveOf(5, { endDate: '2026-11-24T00:00:00Z' });
  const alone = await forecast(first);
  // Half of the capacity goes to what is outside of objectives, as long as nothing shows how much does.
  expect(alone).toMatchObject({
    remaining: 5,
    throughputDays: 130,
    insufficientHistory: false,
    p50: '2026-11-27T00:00:00.000Z',
    p85: '2026-11-27T00:00:00.000Z',
    p95: '2026-11-27T00:00:00.000Z',
    probabilityOfTarget: 0,
    healthSuggested: 'off_track',
    healthReason: 'The target date is reached in 0 % of the trials.',
    withFewerStories: [
      { stories: 1, probabilityOfTarget: 0 },
      { stories: 3, probabilityOfTarget: 1 },
    ],
  });
  expect(alone.assumptions).toContain(
    "50 % of the team's capacity goes to this objective until others are done: by priority, since the team completed nothing of an objective in the last 8 weeks.",
  );

  const second = await objectiveOf(4);
  await history.move(await history.story({ objectiveId: second.id }), 'started');
  await history.count();
  expect((await forecast(second)).remaining).toBe(5);
  expect((await forecast(first)).p85).toBe('2026-12-04T00:00:00.000Z');
  expect(await forecast(first)).toEqual(await forecast(first));

  // One in the backlog that has not begun takes nothing from the others.
  await objectiveOf(5, { priority: 'urgent' });
  expect((await forecast(first)).p85).toBe('2026-12-04T00:00:00.000Z');

  // What was completed lately shows how the capacity is split.
  await history.during('2026-11-16T12:00', async () => {
    for (let n = 0; n < 10; n++) {
      const story = await history.story({ objectiveId: second.id });
      await history.move(story, 'completed');
    }
    await history.move(await history.story({ objectiveId: first.id }), 'started');
  });
  expect(Date.parse((await forecast(second)).p85)).toBeLessThan(Date.parse((await forecast(first)).p85));
  expect((await forecast(second)).assumptions[1]).toMatch(
    /: by what the team completed in the last 8 weeks, and by priority\.$/,
  );
});

test('stories that wait for others are done after them, as are the objectives that they are in', async () => {
  const team = await teamOfOneADay();
  const block = (blocker: Story, blocked: Story) =>
    team.run(createRelation, {
      path: { storyId: blocker.id },
      body: { type: 'blocks', relatedStoryId: blocked.id },
    });
  const of = (objective: Objective, fields: object = {}) =>
    team.story({ objectiveId: objective.id, ...fields });
  const p85Of = async (objective: Objective) => (await forecast(objective, team)).p85.slice(0, 10);
  const [first, second] = [await objectiveOf(4, {}, team), await team.objective()];
  const [early, late] = [await team.move(await of(first), 'started'), await of(second)];
  await team.count();
  // A third of the capacity, as much as for what is outside of objectives.
  expect(await p85Of(second)).toBe('2026-11-18');

  // On the second day the first one's story is done, with two thirds of the capacity, and then its own.
  await block(early, late);
  expect(await p85Of(second)).toBe('2026-11-20');
  expect((await forecast(second, team)).assumptions).toContain(
    '1 story waits for others of the team, which are done first and on an earlier day.',
  );

  expect((await forecast(second, team)).delays).toEqual([
    { cause: 'other_work', days: 2 },
    { cause: 'relations', days: 2 },
    { cause: 'other_objectives', days: 1 },
  ]);

  // What it waits for outside of objectives is done with it.
  await block(await team.story({ estimateValue: 2 }), late);
  expect(await p85Of(second)).toBe('2026-11-26');

  // A story that may not begin yet holds up its objective, if others wait for it.
  const third = await team.objective();
  const [later, last] = [await of(third, { startDate: '2027-03-01' }), await of(third)];
  await team.count();
  await block(later, last);
  expect(await p85Of(third)).toBe('2027-03-04');
  const plan = await team.run<Story>(getStory, { path: { storyId: later.id } });
  await team.move(plan, 'completed');
  await team.count();
  expect(await p85Of(third)).toBe('2026-11-18');
});

test('a story of another team delays others until its forecast date, unless it is private or has none', async () => {
  const team = await teamOfOneADay();
  const other = await team.workspace.team();
  const closedTeam = await team.workspace.team({ private: true });
  const both = await team.workspace.person('member', [team.team, other, closedTeam]);
  const blockerOf = async (of: Team, objective: object = {}) => {
    const { id: objectiveId } = await team.run<Objective>(createObjective, {
      body: { teamId: of.id, name: 'Elsewhere', ...objective },
      token: both.token,
    });
    const p85 = utcDay('2027-02-01');
    const outcomes = { held: 0, of: 0 };
    const made = { madeOn: utcDay(team.now), endless: false, late: false, past: [], doneOn: null, outcomes };
    await commit(team.database, [putForecast(objectiveId, { ...made, p85 })]);
    return await team.story({ teamId: of.id, objectiveId }, both.token);
  };
  const blocked = async (blocker: Story) => {
    const objective = await team.objective();
    const { id } = await team.story({ objectiveId: objective.id });
    await team.count();
    const body = { type: 'blocks', relatedStoryId: id };
    await team.run(createRelation, { path: { storyId: blocker.id }, body, token: both.token });
    return await forecast(objective, team);
  };
  const open = await blocked(await blockerOf(other));
  expect(open.p85).toBe('2027-02-03T00:00:00.000Z');
  expect(open.assumptions).toContain(
    '1 story waits for other teams, until the dates that are forecast of their objectives.',
  );

  for (const hidden of [
    await blockerOf(other, { private: true }),
    await blockerOf(closedTeam),
    await team.story({ teamId: other.id }, both.token),
  ]) {
    const closed = await blocked(hidden);
    expect(closed.p85).toBe('2026-11-17T00:00:00.000Z');
    expect(closed.assumptions).toContain(
      '1 story waits for stories of other teams without a forecast, as if those were done in time.',
    );
  }
});

test('a story is not done before its start date, though no other waits for it', async () => {
  const team = await teamOfOneADay();
  const objective = await objectiveOf(2, {}, team);
  const shown = () => forecast(objective, team);
  expect((await shown()).p85).toBe('2026-11-19T00:00:00.000Z');
  const later = await team.story({ objectiveId: objective.id, startDate: '2027-03-01' });
  const latest = await team.story({ objectiveId: objective.id, startDate: '2027-03-08' });
  await team.count();
  const waiting = await shown();
  expect(waiting.p85).toBe('2027-03-09T00:00:00.000Z');
  expect(waiting.assumptions).toContain('2 stories wait for their start dates.');
  expect(waiting.delays[0]).toMatchObject({ cause: 'start_date' });
  expect(waiting.delays.map(({ cause }: { cause: string }) => cause)).not.toContain('relations');

  // Neither does one that is finished, moved up, or moved out of the objective.
  await team.move(latest, 'completed');
  await team.count();
  expect((await shown()).p85).toBe('2027-03-02T00:00:00.000Z');
  const sooner = await team.change(later, { startDate: '2026-11-20' });
  expect((await shown()).p85).toBe('2026-11-23T00:00:00.000Z');
  await team.change(sooner, { clearFields: ['objectiveId'] });
  await team.count();
  expect((await shown()).p85).toBe('2026-11-19T00:00:00.000Z');
});

test('an objective without work left has no dates', async () => {
  expect(await forecast(await history.objective())).toMatchObject({
    p50: null,
    p85: null,
    p95: null,
    probabilityOfTarget: null,
    remaining: 0,
    insufficientHistory: false,
    healthSuggested: null,
    assumptions: ['It has no work left to forecast.'],
  });
});

test('completions on nine days are too little history for a forecast', async () => {
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
    p50: null,
    p85: null,
    p95: null,
    probabilityOfTarget: null,
    remaining: 1,
    throughputDays: 9,
    insufficientHistory: true,
    assumptions: ['The team completed work on 9 of the last 182 days before today; a forecast needs 10.'],
  });
  await commit(young.database, [addCompletedSize(young.team.id, '2026-11-10', 100)]);
  expect(await shown()).toMatchObject({ throughputDays: 10, insufficientHistory: false });
});

test('a private objective is forecast only for those who see it', async () => {
  const { workspace, objective, insiders, outsiders } = await newPrivateObjective();
  const path = `${workspace.path}/objectives/${objective.id}/forecast`;
  for (const { client } of insiders) expect((await client.get(path)).status).toBe(200);
  for (const { client } of outsiders) expectRefusal(await client.get(path), 404, 'not_found');
});
