import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { startService, type OwnService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace } from '../support/workspace.ts';

/** What one owner whose items others keep writing costs the others of its shard: the projector stands behind a proxy. */
let service: OwnService;
let proxy: DynamoDbProxy;
let team: Team;
let plan: PlanningApi;
let stories: StoryApi;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  const workspace = await newWorkspace(service);
  team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  plan = planningApi(workspace, client);
  stories = storyApi(workspace, client);
});
afterEach(() => void (proxy.fault = undefined));
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

const countOf = async ({ id }: Sprint) => (await plan.sprints.get(id)).json.data.storyCounts.total as number;

test('a sprint whose counts others keep writing is counted by a worker, and holds up no other', async () => {
  const [contended, other] = [await plan.sprint(team), await plan.sprint(team)];
  await service.streamsIdle();
  let conflicts = 0;
  proxy.fault = (operation, _number, body) => {
    if (operation !== 'TransactWriteItems' || !JSON.stringify(body).includes(contended.id)) return undefined;
    conflicts++;
    return 'conflict';
  };
  await stories.create({ teamId: team.id, sprintId: contended.id });
  await until(async () => conflicts > 0);
  await stories.create({ teamId: team.id, sprintId: other.id });
  await until(async () => (await countOf(other)) === 1);
  // The projector itself never gets through.
  await until(async () => (await countOf(contended)) === 1);
  expect(proxy.fault).toBeDefined();
  await service.streamsIdle();
  await service.queuesIdle();
  expect(await countOf(contended)).toBe(1);
}, 60_000);
