import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { relationApi, type RelationApi } from '../relations/relation-api.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { isWrite, startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { Client } from '../support/client.ts';
import { planningApi } from '../support/planning.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What the projector reads and writes for a change of a story, on a service whose projector stands behind a proxy. */
let service: OwnService;
let proxy: DynamoDbProxy;
let team: Team;
let workspace: TestWorkspace;
let member: Client;
let stories: StoryApi;
let relations: RelationApi;
let started: string;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  workspace = await newWorkspace(service);
  team = await workspace.team();
  ({ client: member } = await workspace.person('member', [team]));
  stories = storyApi(workspace, member);
  relations = relationApi(workspace, member);
  started = await statusOf(workspace, member, team, 'started');
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});
beforeEach(() => service.streamsIdle());

/** What the projector does about a change, beside what follows each: copies in relations, and the history. */
async function callsFor(change: () => Promise<unknown>): Promise<string[]> {
  await service.streamsIdle();
  proxy.reset();
  await change();
  await service.streamsIdle();
  return proxy.calls
    .filter(({ body }) => !/"(H#|#RELATIONS")/.test(JSON.stringify(body)))
    .map(({ operation }) => operation);
}

test('a change of what is not counted costs the counts neither a read nor a write', async () => {
  const story = await stories.create({ teamId: team.id });
  let changed = story;
  expect(
    await callsFor(async () => {
      changed = await stories.change(story, { title: 'Another title', description: 'And more' });
    }),
  ).toEqual([]);
  expect(await callsFor(() => stories.change(changed, { title: 'A third one' }))).toEqual([]);
});

test('a new story that counts nowhere costs the counts nothing; only the quotas of its workspace are read', async () => {
  await stories.create({ teamId: team.id });
  expect(await callsFor(() => stories.create({ teamId: team.id }))).toEqual(['GetItem']);
  expect(proxy.calls.reduce((sum, { readUnits }) => sum + readUnits, 0)).toBe(1);
});

test('a new status, or the deletion, of a story that counts nowhere costs the counts nothing', async () => {
  const story = await stories.create({ teamId: team.id });
  const changed = await callsFor(() => stories.change(story, { statusId: started }));
  expect(changed.filter(isWrite)).toEqual([]);
  const deleted = await callsFor(() => stories.delete(story.id));
  // Into the bin.
  expect(deleted.filter(isWrite)).toEqual(['PutItem']);
});

test('a new story of a sprint is counted without a read of its entry', async () => {
  const sprint = await planningApi(workspace, member).sprint(team);
  await stories.create({ teamId: team.id });
  const calls = await callsFor(() => stories.create({ teamId: team.id, sprintId: sprint.id }));
  expect(calls.filter(isWrite)).toEqual(['TransactWriteItems']);
  expect(JSON.stringify(proxy.calls.map(({ operation, body }) => isWrite(operation) || body))).not.toContain(
    '#COUNTED',
  );
});

test('the history of a change costs one write unit, that of a creation nothing', async () => {
  let story = { id: '' } as Story;
  const puts = () =>
    proxy.calls.filter((call) => isWrite(call.operation) && JSON.stringify(call.body).includes('"H#'));
  await callsFor(async () => (story = await stories.create({ teamId: team.id })));
  expect(puts()).toEqual([]);
  await callsFor(() => stories.change(story, { statusId: started, description: 'x'.repeat(5_000) }));
  expect(puts().map(({ writeUnits }) => writeUnits)).toEqual([1]);
});

test('a change of a counted field is written', async () => {
  const sprint = await planningApi(workspace, member).sprint(team);
  const story = await stories.create({ teamId: team.id, sprintId: sprint.id });
  const calls = await callsFor(() => stories.change(story, { statusId: started }));
  expect(calls.filter(isWrite)).toHaveLength(1);
});

test('a forecast is made when a story begins or ceases to wait, for another or for its start date, not when one of them is renamed', async () => {
  const story = () => stories.create({ teamId: team.id });
  const [blocker, other, blocked] = [await story(), await story(), await story()];
  const completed = await statusOf(workspace, member, team, 'completed');
  /** The stream wakes a worker only once the request is in the table. */
  const forecastsMade = async () => {
    await service.streamsIdle();
    await service.queuesIdle();
    await service.streamsIdle();
  };
  /** The forecasts that a change causes: the projector requests each, and another function makes it. */
  const forecastsAfter = async (change: () => Promise<unknown>) => {
    // A forecast that is still to be made is not requested again.
    await forecastsMade();
    await callsFor(change);
    await forecastsMade();
    const writes = proxy.calls
      .map(({ operation, body }) => (isWrite(operation) ? JSON.stringify(body) : ''))
      .filter((body) => body.includes('J#forecast'));
    const isNow = (body: string) =>
      [...body.matchAll(/"(20\d\d-\d\d-\d\dT[\d:.]+Z)"/g)].some(([, at]) => at! <= new Date().toISOString());
    return writes.filter(isNow).length;
  };
  expect(await forecastsAfter(() => relations.relate(blocker, 'relates_to', blocked))).toBe(0);
  expect(await forecastsAfter(() => relations.relate(blocker, 'blocks', blocked))).toBe(1);
  expect(await forecastsAfter(() => stories.change(blocker, { title: 'Another' }))).toBe(0);
  const renamed = await stories.read(blocker.id);
  expect(await forecastsAfter(() => stories.change(renamed, { statusId: completed }))).toBe(1);
  let relation = { id: '' };
  const relate = async () => (relation = await relations.relate(other, 'blocks', blocked));
  expect(await forecastsAfter(relate)).toBe(1);
  expect(await forecastsAfter(() => relations.delete(blocked, relation))).toBe(1);
  expect(await forecastsAfter(relate)).toBe(1);
  expect(await forecastsAfter(() => stories.delete(other.id))).toBe(1);

  const objective = await planningApi(workspace, member).objective(team);
  const later = await stories.create({ teamId: team.id, objectiveId: objective.id });
  const moved = async (fields: object) => stories.change(await stories.read(later.id), fields);
  expect(await forecastsAfter(() => moved({ startDate: '2099-01-01' }))).toBe(1);
  expect(await forecastsAfter(() => moved({ title: 'Another' }))).toBe(0);
  expect(await forecastsAfter(() => moved({ clearFields: ['startDate'] }))).toBe(1);
});

test('a reply notifies its recipients without reading other comments, however many there are', async () => {
  const story = await stories.create({ teamId: team.id });
  const { client: other } = await workspace.person('member', [team]);
  const comment = async (by: Client, parentId?: string) => {
    const body = { content: 'A comment', ...(parentId && { parentId }) };
    return (await by.post(`${workspace.path}/stories/${story.id}/comments`, body)).json.data.id as string;
  };
  const threads = [await comment(member), await comment(member), await comment(other)];
  for (const thread of threads) await comment(other, thread);
  const calls = await callsFor(() => comment(other, threads[0]));
  // Who watches, who is in the team, and which agents wait for an answer: the new comment is read once, and its thread,
  // whose counters it moves, not at all.
  const reads = proxy.calls.map(({ operation, body }) => [operation, JSON.stringify(body)] as const);
  expect(reads.filter(([, body]) => body.includes('"K#'))).toHaveLength(1);
  expect(calls.filter((operation) => operation === 'Query')).toHaveLength(3);
});
