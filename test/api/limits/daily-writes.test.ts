import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../cli/operator.ts';
import { setWorkspaceLimits } from '../../../shared/identity/workspaces/set-workspace-limits.ts';
import { operationRoute } from '../../../shared/kernel/api/http/operation-route.ts';
import { createDatabase } from '../../../shared/kernel/db/client.ts';
import { storyOperations } from '../../../shared/planning/stories/index.ts';
import { storyTemplateOperations } from '../../../shared/planning/story-templates/index.ts';
import { scheduleGroup } from '../../../shared/surface/groups/schedule.ts';
import { searchGroup } from '../../../shared/surface/groups/search.ts';
import { mcpRoutes } from '../../../shared/surface/mcp/index.ts';
import { proposalOperations } from '../../../shared/surface/proposals/index.ts';
import { accountRoutes } from '../../support/account-routes.ts';
import { signedIn } from '../../support/browser.ts';
import { startClockedService, type ClockedService } from '../../support/clocked-service.ts';
import { startProxy, type DynamoDbProxy } from '../../support/dynamodb-proxy.ts';
import { connect } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { newKey, newWorkspace } from '../../support/workspace.ts';

/** Writes a day of a workspace of the service under test. */
const WRITES = 30;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** One sandbox, whose clock stands still at noon. */

let service: ClockedService;
let proxy: DynamoDbProxy;

beforeAll(async () => {
  proxy = await startProxy();
  const { dynamodbEndpoint, credentials } = sharedService();
  Object.assign(proxy, { target: dynamodbEndpoint, credentials });
  const access = { endpoint: proxy.endpoint, region: 'local', credentials };
  const operations = [
    ...storyOperations,
    ...storyTemplateOperations,
    ...searchGroup,
    ...scheduleGroup,
    ...proposalOperations,
  ];
  service = await startClockedService([...operations.map(operationRoute), ...mcpRoutes, ...accountRoutes], {
    database: createDatabase(sharedService().tableName, access),
    setting: (variable) =>
      variable === 'RATE_LIMITS'
        ? JSON.stringify({ credential: 1_000, workspace: 1_000, writesADay: WRITES })
        : undefined,
  });
});
beforeEach(() => void (service.now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2)));
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

async function newMember() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const send = async (method: string, url: string, body?: unknown) => {
    const answer = await fetch(`${service.baseUrl}${workspace.path}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
  };
  const story = { title: 'A story', teamId: team.id };
  return {
    workspace,
    team,
    member,
    send,
    create: () => send('POST', '/stories', story),
    createMany: (count: number) =>
      send('POST', '/bulk/stories', {
        items: Array.from({ length: count }, () => ({ idempotencyKey: newKey(), body: story })),
      }),
    list: () => send('GET', '/stories'),
  };
}

test('the writes of a day are limited, each item of a bulk request is one, and reading goes on', async () => {
  const { create, createMany, list, send, member } = await newMember();
  expect((await createMany(WRITES - 1)).status).toBe(200);
  expect((await create()).status).toBe(201);
  const { status, headers, json } = await create();
  expect([status, headers.get('retry-after')]).toEqual([429, String(12 * 60 * 60)]);
  expect(json.error).toMatchObject({
    code: 'rate_limited',
    message: `The workspace has too few left of its ${WRITES} writes of this day (UTC) for 1 more.`,
  });
  expect((await list()).status).toBe(200);
  // It asks by POST, and changes nothing.
  const preview = { members: [{ memberId: member.id, timeOff: [] }] };
  expect((await send('POST', '/schedule/preview', preview)).status).toBe(200);
});

test('a bulk request that is larger than what is left has no effect', async () => {
  const { createMany, list } = await newMember();
  expect((await createMany(WRITES - 5)).status).toBe(200);
  const { status, json } = await createMany(6);
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  expect((await list()).json.data).toHaveLength(WRITES - 5);
  expect((await createMany(5)).status).toBe(200);
});

test('each sub-story of a template is a write, and one item of a bulk request can be refused for it', async () => {
  const { team, send, create, createMany } = await newMember();
  const subStories = Array.from({ length: 9 }, () => ({ title: 'Below' }));
  const template = await send('POST', '/story-templates', { teamId: team.id, name: 'Ten', subStories });
  const body = { teamId: team.id, title: 'Above', templateId: template.json.data.id };
  expect((await send('POST', '/stories', body)).status).toBe(201);
  const items = [body, { teamId: team.id, title: 'Alone' }].map((one) => ({
    idempotencyKey: newKey(),
    body: one,
  }));
  expect((await createMany(WRITES - 19)).status).toBe(200);
  const { json } = await send('POST', '/bulk/stories', { items });
  expect(json.data.items).toMatchObject([
    { httpStatus: 429, error: { code: 'rate_limited' } },
    { httpStatus: 201 },
  ]);
  expect((await send('POST', '/stories', body)).status).toBe(429);
  expect((await create()).status).toBe(201);
});

test('each change that an acceptance of a proposal makes is a write, and more than are left are not begun', async () => {
  const { workspace, team, send, createMany, list } = await newMember();
  const author = await workspace.person('member', [team]);
  const proposing = await workspace.clientFor(author.id, { writes: 'proposed' });
  const set = { 'change-set': randomUUID() };
  let proposal = '';
  for (const title of ['One', 'Two', 'Three']) {
    const key = { 'idempotency-key': newKey() };
    const { json } = await proposing.post(
      `${workspace.path}/stories`,
      { teamId: team.id, title },
      { ...set, ...key },
    );
    proposal = json.proposal.id;
  }
  // The proposing itself is counted on the first day.
  service.pass(DAY_MS);
  const accept = (body = {}) => send('POST', `/proposals/${proposal}/accept`, body);
  await createMany(WRITES - 3);
  expect((await accept({ dryRun: true })).status).toBe(200);
  const { status, json } = await accept();
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  expect((await list()).json.data).toHaveLength(WRITES - 3);
  service.pass(DAY_MS);
  await createMany(WRITES - 3);
  expect((await accept()).json.data.applied).toHaveLength(3);
  expect((await send('POST', '/stories', { teamId: team.id, title: 'Four' })).status).toBe(429);
});

test('a new day has its writes again, and other workspaces have writes of their own', async () => {
  const { create, createMany } = await newMember();
  await createMany(WRITES);
  expect((await create()).status).toBe(429);
  expect((await (await newMember()).create()).status).toBe(201);
  service.pass(DAY_MS / 2 + 1_000);
  expect((await create()).status).toBe(201);
});

test('a refused write leaves a line with the workspace and the limit, for the alarm', async () => {
  const { workspace, create, createMany } = await newMember();
  await createMany(WRITES);
  service.logs.length = 0;
  await create();
  const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(expect.objectContaining({ limitedBy: 'writes', workspaceId: workspace.id }));
});

test('an operator allows a workspace more, within a minute', async () => {
  const { workspace, create, createMany } = await newMember();
  await createMany(WRITES);
  expect((await create()).status).toBe(429);
  const operator = createOperator(workspace.database).within(workspace.id);
  await operator.run(setWorkspaceLimits, { body: { rateLimits: { writesADay: 2 * WRITES } } });
  service.pass(MINUTE_MS);
  expect((await create()).status).toBe(201);
});

test('an operator allows a workspace less, within a minute', async () => {
  const { workspace, create } = await newMember();
  expect((await create()).status).toBe(201);
  const operator = createOperator(workspace.database).within(workspace.id);
  await operator.run(setWorkspaceLimits, { body: { rateLimits: { writesADay: 2 } } });
  service.pass(MINUTE_MS);
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(429);
});

test('stories that an AI client changes together are writes of the workspace', async () => {
  const { workspace, member, createMany, create } = await newMember();
  const { accessToken } = await connect(service.baseUrl, await signedIn(service, workspace, member));
  const { json } = await createMany(10);
  const stories = json.data.items.map(({ data }: any) => ({
    story: data.id,
    expectedUpdatedAt: data.updatedAt,
  }));
  const call = async () => {
    const answer = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'update_stories',
          arguments: { workspaceId: workspace.id, stories, priority: 'high' },
        },
      }),
    });
    return answer.status;
  };
  expect(await call()).toBe(200);
  expect(await call()).toBe(200);
  expect((await create()).status).toBe(429);
  expect(await call()).toBe(429);
});

test('what a member sends by the page of a story is a write of the day', async () => {
  const { workspace, member, createMany, list } = await newMember();
  expect((await createMany(WRITES - 1)).status).toBe(200);
  const page = `/stories/${(await list()).json.data[0].id}`;
  const browser = await signedIn(service, workspace, member);
  const comment = async () =>
    await browser.submit(await browser.open(page), `${page}/comment`, { content: 'Said' });
  expect((await comment()).status).toBe(200);
  expect((await comment()).status).toBe(429);
});
