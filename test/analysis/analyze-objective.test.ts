import { beforeEach, describe, expect, test } from 'vitest';
import { analyzeObjective } from '../../shared/planning/analysis/analyze-objective.ts';
import { deleteObjective } from '../../shared/planning/objectives/delete-objective.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newPrivateObjective } from '../objectives/private.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newHistory, type History } from './history.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const analyze = ({ id }: { id: string }): Promise<any> =>
  history.run(analyzeObjective, { path: { objectiveId: id } });

const amount = (stories: number, estimate = stories) => ({ stories, estimate });

test('the figures of an objective over two weeks and a weekend match a calculation by hand', async () => {
  let objective!: Objective, one!: Story, two!: Story, three!: Story;
  await history.during('2026-11-12T09:00', async () => {
    const dates = { startDate: '2026-11-12T00:00:00Z', endDate: '2026-11-21T00:00:00Z' };
    objective = await history.objective({ name: 'Be liked', ...dates });
    const objectiveId = objective.id;
    one = await history.story({ objectiveId, estimateValue: 2 });
    two = await history.story({ objectiveId, estimateValue: 8, assigneeId: history.member.id });
    one = await history.move(one, 'started');
  });
  await history.during('2026-11-13T21:00', () => history.move(one, 'completed'));
  await history.during('2026-11-14T09:00', async () => {
    two = await history.move(two, 'started');
    three = await history.story({ objectiveId: objective.id });
  });
  await history.during('2026-11-16T15:00', async () => {
    two = await history.move(two, 'completed');
    await history.delete(three);
  });
  history.on('2026-11-17T09:00');

  const { burnDown, groups, definitions, ...rest } = await analyze(objective);
  // Ten days from ten points, on Saturday and Sunday too; what is to come is not shown.
  expect(
    burnDown.map(({ day, remaining, ideal, added, removed, completed }: any) => [
      day,
      remaining.stories,
      remaining.estimate,
      ideal.estimate,
      added.estimate,
      removed.estimate,
      completed.estimate,
    ]),
  ).toEqual([
    ['2026-11-12', 2, 10, 9, 10, 0, 0],
    ['2026-11-13', 1, 8, 8, 0, 0, 2],
    ['2026-11-14', 2, 9, 7, 1, 0, 0],
    ['2026-11-15', 2, 9, 6, 0, 0, 0],
    ['2026-11-16', 0, 0, 5, 0, 1, 8],
    ['2026-11-17', 0, 0, 4, 0, 0, 0],
  ]);
  // 1.5 days for the one, 2.25 for the other.
  expect(rest).toEqual({
    id: objective.id,
    name: 'Be liked',
    startDate: objective.startDate,
    endDate: objective.endDate,
    remaining: amount(0, 0),
    completed: amount(2, 10),
    cycleTime: { known: 2, unknown: 0, p50Days: 1.5, p85Days: 2.25, p95Days: 2.25, longestDays: 2.25 },
    inProgress: amount(0),
    age: { known: 0, unknown: 0, p50Days: null, p85Days: null, p95Days: null, longestDays: null },
    throughput: [
      { weekStartDate: '2026-11-09', completed: amount(1, 2) },
      { weekStartDate: '2026-11-16', completed: amount(1, 8) },
    ],
    oldest: [],
    historyComplete: true,
    truncated: false,
  });
  expect(groups.map(({ by, completed }: any) => [by, completed.estimate])).toEqual([
    ['team', 10],
    ['assignee', 8],
    ['assignee', 2],
    ['objective', 10],
  ]);
  expect(definitions.ideal).toContain('endDate');
});

describe('an objective', () => {
  test('without dates is shown from its creation on, without a line', async () => {
    history.on('2026-11-14T09:00');
    const objective = await history.objective();
    history.on('2026-11-16T09:00');
    const { burnDown, startDate } = await analyze(objective);
    expect(startDate).toBeNull();
    expect(burnDown.map(({ day, ideal }: any) => [day, ideal])).toEqual([
      ['2026-11-14', null],
      ['2026-11-15', null],
      ['2026-11-16', null],
    ]);
  });

  test('that is overdue goes on to today, with a line at zero', async () => {
    let objective!: Objective;
    await history.during('2026-11-14T09:00', async () => {
      objective = await history.objective({
        startDate: '2026-11-14T00:00:00Z',
        endDate: '2026-11-15T00:00:00Z',
      });
      await history.story({ objectiveId: objective.id, estimateValue: 2 });
    });
    history.on('2026-11-17T09:00');
    const { burnDown } = await analyze(objective);
    expect(burnDown.map(({ remaining, ideal }: any) => [remaining.estimate, ideal.estimate])).toEqual([
      [2, 1],
      [2, 0],
      [2, 0],
      [2, 0],
    ]);
  });

  test('that begins later shows today alone', async () => {
    const objective = await history.objective({ startDate: '2027-01-01T00:00:00Z' });
    const { burnDown } = await analyze(objective);
    expect(burnDown.map(({ day }: any) => day)).toEqual(['2026-11-16']);
  });

  test('that lasts years shows its newest 120 days, and what was completed in them', async () => {
    let objective!: Objective, old!: Story;
    await history.during('2025-01-01T09:00', async () => {
      objective = await history.objective();
      old = await history.story({ objectiveId: objective.id });
    });
    await history.during('2025-01-02T09:00', () => history.move(old, 'completed'));
    await history.during('2026-11-16T09:00', () => history.story({ objectiveId: objective.id }));
    const { burnDown, completed, throughput } = await analyze(objective);
    expect([burnDown.length, burnDown[0].day, burnDown.at(-1).day]).toEqual([
      120,
      '2026-07-20',
      '2026-11-16',
    ]);
    expect(burnDown.map(({ remaining }: any) => remaining.stories)).toEqual([...Array(119).fill(0), 1]);
    expect([completed, throughput.length]).toEqual([amount(0), 18]);
  });

  test('loses a story that moves to another, which gains it', async () => {
    let from!: Objective, to!: Objective;
    await history.during('2026-11-15T09:00', async () => {
      [from, to] = [await history.objective(), await history.objective()];
      const story = await history.story({ objectiveId: from.id, estimateValue: 3 });
      await history.count();
      history.on('2026-11-16T09:00');
      await history.change(story, { objectiveId: to.id });
    });
    expect((await analyze(from)).burnDown.at(-1)).toMatchObject({
      removed: amount(1, 3),
      remaining: amount(0),
    });
    expect((await analyze(to)).burnDown.at(-1)).toMatchObject({
      added: amount(1, 3),
      remaining: amount(1, 3),
    });
  });

  test('that is deleted cannot be analyzed', async () => {
    const objective = await history.objective();
    await history.run(deleteObjective, { path: { objectiveId: objective.id } });
    await expect(analyze(objective)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('over HTTP, the analysis of an objective', () => {
  test('is visible to the team alone, and needs both scopes', async () => {
    const workspace = await newWorkspace();
    const team = await workspace.team();
    const insider = await workspace.person('member', [team]);
    const objective = await planningApi(workspace, insider.client).objective(team, {
      endDate: '2030-01-01T00:00:00Z',
    });
    const path = `${workspace.path}/objectives/${objective.id}/analysis`;
    expect((await insider.client.get(path)).status).toBe(200);
    const outsider = await workspace.person('admin');
    expectRefusal(await outsider.client.get(path), 404, 'not_found');
    for (const scope of ['objectives:read', 'stories:read'] as const) {
      const narrow = await workspace.clientFor(insider.id, { scopes: [scope] });
      expectRefusal(await narrow.get(path), 403, 'insufficient_scope');
    }
  });

  test('is returned for a private objective only to those who see it', async () => {
    const { workspace, objective, insiders, outsiders } = await newPrivateObjective();
    const path = `${workspace.path}/objectives/${objective.id}/analysis`;
    for (const { client } of insiders) expect((await client.get(path)).status).toBe(200);
    for (const { client } of outsiders) expectRefusal(await client.get(path), 404, 'not_found');
  });
});
