import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields } from '../support/answers.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let hours: Team;
let plan: PlanningApi;
let stories: StoryApi;
let client: Client;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  hours = await workspace.team({ estimateScheme: 'hours' });
  ({ client } = await workspace.person('member', [hours]));
  plan = planningApi(workspace, client);
  stories = storyApi(workspace, client);
});

test.each([1e-200, 0.001, 0.125, 1000.01, -1, 0])(
  'an estimate of %d hours is refused',
  async (estimateValue) => {
    expectBadFields(await stories.send({ title: 'x', teamId: hours.id, estimateValue }), ['estimateValue']);
  },
);

test('fractions of hours leave nothing over once all stories are done', async () => {
  const objective = await plan.objective(hours, { endDate: '2030-01-01T00:00:00Z' });
  const done = await statusOf(workspace, client, hours, 'completed');
  for (const estimateValue of [0.1, 0.2, 0.7, 2.35]) {
    const story = await stories.create({ teamId: hours.id, objectiveId: objective.id, estimateValue });
    await stories.change(story, { statusId: done });
  }
  await service.streamsIdle();
  expect((await plan.objectives.get(objective.id)).json.data).toMatchObject({
    storyCounts: { total: 4, completed: 4 },
    forecastEndDate: null,
    scheduleStatus: 'on_track',
  });
});
