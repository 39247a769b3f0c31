import { beforeAll, expect, test } from 'vitest';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import type { StoryCounts } from '../../shared/planning/counts/story-counts.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let plan: PlanningApi;
let stories: StoryApi;
let sprint: Sprint;
let objective: Objective;
const statusIds: Record<string, string> = {};

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  plan = planningApi(workspace, member.client);
  stories = storyApi(workspace, member.client);
  sprint = await plan.sprint(team);
  objective = await plan.objective(team);
  for (const category of ['unstarted', 'started', 'completed', 'cancelled']) {
    statusIds[category] = await statusOf(workspace, member.client, team, category);
  }
});

const none: StoryCounts = { total: 0, backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 };

async function countsOf(of: { id: string }): Promise<StoryCounts> {
  await service.streamsIdle();
  const noun = of.id === sprint.id || 'goal' in of ? plan.sprints : plan.objectives;
  return (await noun.get(of.id)).json.data.storyCounts as StoryCounts;
}

const create = (fields: object = {}) => stories.create({ teamId: team.id, sprintId: sprint.id, ...fields });

test('a story is counted while it is in a sprint, by the category of its status', async () => {
  let story = await create();
  expect(await countsOf(sprint)).toEqual({ ...none, total: 1, backlog: 1 });
  story = await stories.change(story, { statusId: statusIds['started'] });
  expect(await countsOf(sprint)).toEqual({ ...none, total: 1, started: 1 });
  await stories.change(story, { clearFields: ['sprintId'] });
  expect(await countsOf(sprint)).toEqual(none);
});

test('moving between sprints and objectives moves the count', async () => {
  const next = await plan.sprint(team);
  const story = await create({ objectiveId: objective.id });
  expect(await countsOf(objective)).toMatchObject({ total: 1 });
  await stories.change(story, { sprintId: next.id, clearFields: ['objectiveId'] });
  expect([await countsOf(sprint), await countsOf(next), await countsOf(objective)]).toEqual([
    none,
    { ...none, total: 1, backlog: 1 },
    none,
  ]);
});

test('archived and deleted stories do not count, and one taken out of the archive does again', async () => {
  const story = await create();
  await stories.archive(story.id);
  expect(await countsOf(sprint)).toEqual(none);
  await stories.unarchive(story.id);
  expect(await countsOf(sprint)).toMatchObject({ total: 1 });
  await stories.delete(story.id);
  expect(await countsOf(sprint)).toEqual(none);
});

test('an objective is forecast from its own stories and the days of its team', async () => {
  const target = { endDate: '2030-01-01T00:00:00Z' };
  const { id: objectiveId } = await plan.objective(team, target);
  const days = Array.from({ length: 20 }, (_, n) => new Date(Date.now() - (n + 1) * DAY_MS));
  await commit(
    workspace.database,
    days.map((day) => addCompletedSize(team.id, day.toISOString().slice(0, 10), 100)),
  );
  for (let n = 0; n < 4; n++) await create({ objectiveId, estimateValue: 5, sprintId: undefined });
  // The stream starts a job only once its request is in the table, and the queue has it then.
  const forecastMade = async () => {
    for (let records = 0; records < 3; records++) {
      await service.streamsIdle();
      await service.queuesIdle();
    }
  };
  await forecastMade();
  const shown = async () => (await plan.objectives.get(objectiveId)).json.data;
  const { json } = await member.client.get(`${workspace.path}/objectives/${objectiveId}/forecast`);
  expect(json.data).toMatchObject({ insufficientHistory: false, probabilityOfTarget: 1, remaining: 4 });
  expect(await shown()).toMatchObject({
    storyCounts: { ...none, total: 4, backlog: 4 },
    scheduleStatus: 'on_track',
    forecastEndDate: json.data.p85,
  });
  const { updatedAt } = await shown();
  await plan.objectives.update(objectiveId, {
    expectedUpdatedAt: updatedAt,
    endDate: new Date().toISOString(),
  });
  expect(await shown()).toMatchObject({ scheduleStatus: 'at_risk' });
});

test('a deleted sprint is cleared from its stories, the archived ones too', async () => {
  const doomed = await plan.sprint(team);
  const [story, archived] = [await create({ sprintId: doomed.id }), await create({ sprintId: doomed.id })];
  await stories.archive(archived.id);
  await plan.sprints.delete(doomed.id);
  await service.streamsIdle();
  for (const { id } of [story, archived]) expect((await stories.read(id)).sprintId).toBeNull();
});

test('a deleted objective is cleared from its stories and sprints, and its key results are deleted', async () => {
  const doomed = await plan.objective(team);
  const keyResult = await plan.keyResult(doomed);
  const serving = await plan.sprint(team, { objectiveId: doomed.id });
  const story = await create({ keyResultId: keyResult.id });
  await plan.objectives.delete(doomed.id);
  await service.streamsIdle();
  expect(await stories.read(story.id)).toMatchObject({ objectiveId: null, keyResultId: null });
  expect((await plan.sprints.get(serving.id)).json.data.objectiveId).toBeNull();
  expect((await plan.keyResults.get(keyResult.id)).status).toBe(404);
});

test('a deleted key result is cleared from its stories, which retain their objective', async () => {
  const keyResult = await plan.keyResult(objective);
  const story = await create({ keyResultId: keyResult.id });
  await plan.keyResults.delete(keyResult.id);
  await service.streamsIdle();
  expect(await stories.read(story.id)).toMatchObject({ objectiveId: objective.id, keyResultId: null });
});

test('counts equal a recount from the list after many changes at once', async () => {
  const sprints = await Promise.all(Array.from({ length: 3 }, () => plan.sprint(team)));
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, n) => create({ sprintId: sprints[n % 3]!.id })),
  );
  await Promise.all(
    made.map(async (story, n) => {
      const moved = await stories.change(story, { sprintId: sprints[(n * 7) % 3]!.id });
      const category = ['unstarted', 'started', 'completed', 'cancelled'][n % 4]!;
      const changed = await stories.change(moved, { statusId: statusIds[category] });
      if (n % 5 === 0) await stories.archive(changed.id);
      if (n % 11 === 0) await stories.delete(changed.id);
    }),
  );
  for (const { id } of sprints) {
    const { json } = await stories.list({ sprintId: id, limit: 100 });
    const recount: Record<string, number> = { ...none };
    for (const { statusId } of json.data as Story[]) {
      const category = Object.keys(statusIds).find((name) => statusIds[name] === statusId) ?? 'backlog';
      recount[category]!++;
      recount['total']!++;
    }
    expect(await countsOf({ id, goal: '' } as { id: string })).toEqual(recount);
  }
});
