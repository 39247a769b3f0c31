import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPlannedPerson } from '../planner/planned-person.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi } from '../support/planning.ts';
import { startService, type OwnService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace } from '../support/workspace.ts';

/** What one workspace's plans cost others: the stream's function and the worker of jobs stand behind a proxy. */
let service: OwnService;
let proxy: DynamoDbProxy;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (/^(Projector|JobWorker)/.test(name) ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

async function plannedPlace() {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const person = await newPlannedPerson(workspace, team);
  return { workspace, team, person, plan: planningApi(workspace, person.client) };
}

test('counts and plans of a workspace go on while the plans of another one do not come to an end', async () => {
  const [hostile, neighbour] = [await plannedPlace(), await plannedPlace()];
  const ended = Promise.withResolvers<void>();
  let held = 0;
  const blocked: Promise<void>[] = [];
  proxy.meanwhile = async (operation, body) => {
    const text = JSON.stringify(body);
    const isPlan = text.includes(`J#schedule#${hostile.workspace.id}`) && text.includes('leasedUntil');
    if (operation !== 'UpdateItem' || !isPlan) return;
    held++;
    blocked.push(ended.promise);
    await ended.promise;
  };
  const waiting = await hostile.person.add(30);
  await until(async () => held > 0);

  const sprint = await neighbour.plan.sprint(neighbour.team);
  const story = await neighbour.person.add(30, { sprintId: sprint.id });
  await neighbour.person.untilIs(story, 'scheduled');
  await until(async () => {
    const { json } = await neighbour.plan.sprints.get(sprint.id);
    return json.data.storyCounts.total === 1;
  });
  expect((await hostile.person.stories.read(waiting.id)).autoSchedulingStatus).toBe('planning');

  ended.resolve();
  await Promise.all(blocked);
});
