import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Team } from '../../shared/teams/team.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { isWrite, startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** What the projector reads and writes for a change of a story, on a service whose projector stands behind a proxy. */
let service: OwnService;
let proxy: DynamoDbProxy;
let team: Team;
let stories: StoryApi;
let started: string;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  const workspace = await newWorkspace(service);
  team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  stories = storyApi(workspace, client);
  started = await statusOf(workspace, client, team, 'started');
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

/** The history asks whether the story is still there. */
const ONLY_HISTORY = ['GetItem'];

test('a change of what is not counted costs the counts neither a read nor a write', async () => {
  const story = await stories.create({ teamId: team.id });
  let changed = story;
  expect(
    await callsFor(async () => {
      changed = await stories.change(story, { title: 'Another title', description: 'And more' });
    }),
  ).toEqual(ONLY_HISTORY);
  expect(await callsFor(() => stories.change(changed, { title: 'A third one' }))).toEqual(ONLY_HISTORY);
});

test('the history of a change costs one write unit', async () => {
  const story = await stories.create({ teamId: team.id });
  await callsFor(() => stories.change(story, { statusId: started, description: 'x'.repeat(5_000) }));
  const puts = proxy.calls.filter(
    (call) => isWrite(call.operation) && JSON.stringify(call.body).includes('"H#'),
  );
  expect(puts.map(({ writeUnits }) => writeUnits)).toEqual([1]);
});

test('a change of what is counted is written', async () => {
  const story = await stories.create({ teamId: team.id });
  const calls = await callsFor(() => stories.change(story, { statusId: started }));
  expect(calls.filter(isWrite)).toHaveLength(1);
});
