import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { nextSprintName, planningApi, span } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';
import { sampledCalls } from '../support/sampling.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let person: Person;
let client: McpClient;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  person = await workspace.person('member', [team]);
  client = await connectedClient(person, service);
});

/** A tool that writes: its arguments, and how many of what it makes the API shows. */
interface Writing {
  tool: string;
  args: (story: Story) => Promise<object>;
  count: (story: Story) => Promise<number>;
}

const counted = async (path: string): Promise<number> =>
  (await person.client.get(`${workspace.path}${path}`)).json.data.length;
const key = () => ({ idempotencyKey: randomUUID() });

/** Calls a tool while every answer of the database from one on is lost, to the SDK's own attempts too. */
async function callLosing(first: number, tool: string, args: object): Promise<unknown> {
  let number = 0;
  proxy.fault = () => (++number >= first ? 'lose-answer' : undefined);
  const answer = await client.send('tools/call', { name: tool, arguments: args });
  proxy.fault = undefined;
  return answer.json;
}

const creating: Writing[] = [
  {
    tool: 'create_story',
    args: async () => ({ ...key(), teamId: team.id, title: 'A story' }),
    count: () => counted('/stories?limit=100'),
  },
  {
    tool: 'add_comment',
    args: async ({ id }) => ({ ...key(), storyId: id, content: 'A comment' }),
    count: ({ id }) => counted(`/stories/${id}/comments?limit=100`),
  },
  {
    tool: 'create_sprint',
    args: async () => ({ ...key(), teamId: team.id, name: nextSprintName(team.id), ...span }),
    count: () => counted('/sprints?limit=100'),
  },
  {
    tool: 'create_objective',
    args: async () => ({ ...key(), teamId: team.id, name: 'An objective' }),
    count: () => counted('/objectives?limit=100'),
  },
  {
    tool: 'create_key_result',
    args: async () => {
      const { id: objectiveId } = await planningApi(workspace, person.client).objective(team);
      return { ...key(), objectiveId, name: 'A key result', measurementType: 'percentage' };
    },
    count: () => counted('/key-results?limit=100'),
  },
];

describe.each(creating)('the tool $tool', ({ tool, args, count }) => {
  test('creates one when it is called ten times at once with one key', async () => {
    const story = await createStoryAs(person.client, workspace, { teamId: team.id });
    const call = { workspaceId: workspace.id, ...(await args(story)) };
    const before = await count(story);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.use(tool, call)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await count(story)).toBe(before + 1);
  });

  test('creates one, wherever an answer of the database was lost and it is called again', async () => {
    const story = await createStoryAs(person.client, workspace, { teamId: team.id });
    proxy.reset();
    await client.use(tool, { workspaceId: workspace.id, ...(await args(story)) });
    const calls = proxy.calls.length;
    for (const lost of sampledCalls(tool, 2, calls)) {
      const call = { workspaceId: workspace.id, ...(await args(story)) };
      const before = await count(story);
      const error = await callLosing(lost, tool, call);
      const { data } = await client.use(tool, call);
      expect(await count(story), `answer ${lost} of ${calls}: ${JSON.stringify(error)}`).toBe(before + 1);
      expect(data.id).toMatch(/-/);
    }
  });
});

test('delete_story has deleted and says so, wherever an answer was lost and it is called again', async () => {
  const announced = async () => {
    const { id: storyId } = await createStoryAs(person.client, workspace, { teamId: team.id });
    const call = { workspaceId: workspace.id, storyId };
    const { confirmationToken } = (await client.use('delete_story', call)).data;
    return { ...call, confirmationToken };
  };
  const undisturbed = await announced();
  proxy.reset();
  await client.use('delete_story', undisturbed);
  const calls = proxy.calls.length;
  for (const lost of sampledCalls('delete_story', 2, calls)) {
    const call = await announced();
    await callLosing(lost, 'delete_story', call);
    const { data } = await client.use('delete_story', call);
    expect(data, `answer ${lost} of ${calls}`).toEqual({ id: call.storyId, deleted: true });
  }
});

test('a failure while tools are listed is reported as one, without a detail', async () => {
  proxy.fault = (operation) => (operation === 'Query' ? 'refuse' : undefined);
  const [older, newer] = [await client.send('tools/list'), await client.sendModern('tools/list')];
  proxy.fault = undefined;
  for (const { status, json } of [older, newer]) {
    expect(status).toBe(503);
    expect(json).toMatchObject({ data: null, error: { code: 'service_unavailable' } });
  }
});

test('an unavailable database is reported as retryable, also as HTTP without a caller', async () => {
  proxy.fault = () => 'refuse';
  const { status, headers, json } = await client.send('tools/list');
  const call = await client.send('tools/call', {
    name: 'list_teams',
    arguments: { workspaceId: workspace.id },
  });
  proxy.fault = undefined;
  for (const answer of [{ status, json }, call]) {
    expect(answer.status).toBe(503);
    expect(answer.json.error.code).toBe('service_unavailable');
  }
  expect(headers.get('retry-after')).toBe('1');
  expect((await client.use('list_teams', { workspaceId: workspace.id })).data).toHaveLength(1);
});
