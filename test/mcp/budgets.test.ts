import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let person: Person;
let client: McpClient;
let story: Story;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  person = await workspace.person('member', [team]);
  client = await connectedClient(person, service);
  story = await createStoryAs(person.client, workspace, { teamId: team.id });
});

/** DynamoDB round trips in sequence. */
async function tripsOf(action: () => Promise<unknown>): Promise<number> {
  proxy.reset();
  proxy.quietMs = 100;
  await action();
  proxy.quietMs = 0;
  return proxy.roundTrips();
}

const use = (tool: string, args: object) => () => client.use(tool, { workspaceId: workspace.id, ...args });

/** Once an execution environment has cached which member of a workspace a user is, which never changes; before, one more. */
test('a tool takes no more round trips than its operation, one for names, and two to find a reference', async () => {
  expect(await tripsOf(use('get_story', { story: story.id }))).toBe(1 + 1 + 1);
  expect(await tripsOf(use('get_story', { story: story.id }))).toBe(1 + 1);
  expect(await tripsOf(use('get_story', { story: story.reference }))).toBe(2 + 1 + 1);
  expect(await tripsOf(use('list_stories', { teamId: team.id }))).toBe(2 + 1);
  const create = { teamId: team.id, title: 'A story', idempotencyKey: randomUUID() };
  expect(await tripsOf(use('create_story', create))).toBe(3 + 1);
  const update = { story: story.id, expectedUpdatedAt: story.updatedAt, title: 'Changed' };
  expect(await tripsOf(use('update_story', update))).toBe(2 + 1);
  const { updatedAt: expectedUpdatedAt } = (
    await client.use('get_story', { workspaceId: workspace.id, story: story.id })
  ).data;
  const again = { story: story.reference, expectedUpdatedAt, title: 'Again' };
  expect(await tripsOf(use('update_story', again))).toBe(2 + 2 + 1);
});

test('a message that needs no data is one round trip, the list of tools two and list_workspaces three', async () => {
  expect(await tripsOf(() => client.send('ping'))).toBe(1);
  expect(await tripsOf(() => client.send('tools/list'))).toBe(2);
  expect(await tripsOf(() => client.use('list_workspaces', {}))).toBe(3);
});
