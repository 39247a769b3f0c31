import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../cli/operator.ts';
import { operationRoute } from '../../../shared/kernel/api/http/operation-route.ts';
import { LIMITER_FAILED_MESSAGE } from '../../../shared/kernel/api/limits/rate-limiter.ts';
import { formatToken, parseToken } from '../../../shared/kernel/auth/token.ts';
import { createDatabase } from '../../../shared/kernel/db/client.ts';
import { analysisGroup } from '../../../shared/surface/groups/analysis.ts';
import { scheduleGroup } from '../../../shared/surface/groups/schedule.ts';
import { searchGroup } from '../../../shared/surface/groups/search.ts';
import { storyOperations } from '../../../shared/planning/stories/index.ts';
import { mcpRoutes } from '../../../shared/surface/mcp/index.ts';
import { setWorkspaceLimits } from '../../../shared/identity/workspaces/set-workspace-limits.ts';
import { accountRoutes } from '../../support/account-routes.ts';
import { signedIn } from '../../support/browser.ts';
import { startClockedService, type ClockedService } from '../../support/clocked-service.ts';
import { startProxy, type DynamoDbProxy } from '../../support/dynamodb-proxy.ts';
import { callTool, newMember, untilRefused } from './limited-callers.ts';
import { connect, oauthApi, refreshFields } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { newKey } from '../../support/workspace.ts';

/** Requests a minute of the service under test. */
const CREDENTIAL = 40;
const WORKSPACE = 100;
const MINUTE_MS = 60_000;

/** One sandbox, whose clock stands still, with the table behind a proxy. */
let service: ClockedService;
let proxy: DynamoDbProxy;

beforeAll(async () => {
  proxy = await startProxy();
  const { dynamodbEndpoint, credentials } = sharedService();
  Object.assign(proxy, { target: dynamodbEndpoint, credentials });
  const access = { endpoint: proxy.endpoint, region: 'local', credentials };
  const operations = [...storyOperations, ...searchGroup, ...scheduleGroup, ...analysisGroup];
  const routes = [...operations.map(operationRoute), ...mcpRoutes, ...accountRoutes];
  service = await startClockedService(routes, {
    database: createDatabase(sharedService().tableName, access),
    setting: (variable) =>
      variable === 'RATE_LIMITS'
        ? JSON.stringify({ credential: CREDENTIAL, workspace: WORKSPACE })
        : undefined,
  });
});
/** Each test has minutes of its own: they have one network, whose requests without a credential are limited too. */
let minutes = 0;
beforeEach(() => {
  proxy.reset();
  proxy.quietMs = 0;
  minutes += 10;
  service.now = new Date((Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS + 10_000);
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

test('every response to a valid credential says which limits apply and what is left', async () => {
  const { workspace, member, list } = await newMember(service);
  const { headers } = await list();
  expect(headers.get('ratelimit-policy')).toBe(
    `"credential";q=${CREDENTIAL};w=60, "workspace";q=${WORKSPACE};w=60`,
  );
  expect(headers.get('ratelimit')).toBe('"credential";r=39;t=50');
  const missing = await fetch(`${service.baseUrl}${workspace.path}/stories/${workspace.id}`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect([missing.status, missing.headers.get('ratelimit')]).toEqual([404, '"credential";r=38;t=50']);
  const refused = await list('nobody');
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([401, null]);
});

test('beyond its limit a credential gets 429 with the seconds to wait, until the next minute', async () => {
  const { workspace, member, list } = await newMember(service);
  const other = await workspace.tokenFor(member.id);
  expect(await untilRefused(list)).toBe(CREDENTIAL);
  const { status, headers, json } = await list();
  expect(status).toBe(429);
  expect(json).toMatchObject({
    data: null,
    error: {
      code: 'rate_limited',
      message: `This credential has used its ${CREDENTIAL} requests a minute.`,
    },
  });
  expect([headers.get('retry-after'), headers.get('ratelimit')]).toEqual(['50', '"credential";r=0;t=50']);
  expect((await list(other.token)).status).toBe(200);
  service.pass(50_000);
  expect((await list()).status).toBe(200);
});

test('a refused request leaves a line with the credential and the limit, for the alarm and its query', async () => {
  const { workspace, list } = await newMember(service);
  service.logs.length = 0;
  await untilRefused(list);
  // From memory, before anything is read.
  await list();
  const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = lines.filter(({ limitedBy }) => limitedBy !== undefined);
  const [{ credentialId } = {}] = refused;
  expect(credentialId).toMatch(/^[0-9a-f-]{36}$/);
  const line = { message: 'request', status: 429, limitedBy: 'credential', workspaceId: workspace.id };
  expect(refused).toEqual([1, 2].map(() => expect.objectContaining({ ...line, credentialId })));
});

test('a refused write has no effect and reads nothing from the table', async () => {
  const { team, post } = await newMember(service);
  const create = () => post('/stories', { title: 'A story', teamId: team.id });
  expect(await untilRefused(create)).toBe(CREDENTIAL);
  proxy.reset();
  expect((await create()).status).toBe(429);
  expect(proxy.calls).toEqual([]);
});

test('a caller who only knows the ids of a credential sees nothing of its limit', async () => {
  const { member, list } = await newMember(service);
  await untilRefused(list);
  const forged = formatToken({ ...parseToken(member.token)!, secret: randomBytes(32) });
  expect((await list(forged)).status).toBe(401);
});

test('the credentials of a workspace share its limit', async () => {
  const { workspace, member, list } = await newMember(service);
  const tokens = await Promise.all([1, 2, 3, 4].map(() => workspace.tokenFor(member.id)));
  let turn = 0;
  expect(await untilRefused(() => list(tokens[turn++ % tokens.length]!.token))).toBe(WORKSPACE);
  const { json } = await list();
  expect(json.error.message).toBe(`The workspace has used its ${WORKSPACE} requests a minute.`);
});

test('a bulk request counts as one for each ten items begun', async () => {
  const { team, post } = await newMember(service);
  const items = Array.from({ length: 21 }, () => ({
    idempotencyKey: newKey(),
    body: { title: 'A story', teamId: team.id },
  }));
  const { headers } = await post('/bulk/stories', { items });
  expect(headers.get('ratelimit')).toBe(`"credential";r=${CREDENTIAL - 3};t=50`);
});

test('requests that compute much count as several requests, for the credential and for the workspace', async () => {
  const { workspace, member, post, list } = await newMember(service);
  const send = async (token: string) => await post('/schedule/preview', preview(member.id), token);
  const preview = (memberId: string) => ({ members: [{ memberId, timeOff: [] }] });
  const others = await Promise.all([1, 2].map(() => workspace.tokenFor(member.id)));
  const first = await send(member.token);
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"credential";r=20;t=50']);
  expect((await list()).status).toBe(200);
  const { status, json } = await send(member.token);
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  expect(json.error.message).toBe(
    `This counts as 20 requests. This credential has too few left of its ${CREDENTIAL} requests a minute.`,
  );
  // What is left is for others.
  expect((await list()).headers.get('ratelimit')).toBe('"credential";r=18;t=50');
  for (const { token } of others) expect((await send(token)).status).toBe(200);
  // 20 + 1 + 1 + 20 + 20 of the workspace.
  expect((await send(others[0]!.token)).status).toBe(200);
  expect((await send(others[1]!.token)).json.error.message).toContain('The workspace has too few left');
});

test('an AI client counts as much as the most expensive of the operations that it calls', async () => {
  const { workspace, member } = await newMember(service);
  const { accessToken } = await connect(service.baseUrl, await signedIn(service, workspace, member));
  const call = async (args: object) =>
    (
      await callTool(service, accessToken, 'analyze_work', { workspaceId: workspace.id, ...args })
    ).headers.get('ratelimit');
  expect(await call({})).toBe(`"credential";r=${CREDENTIAL - 5};t=50`);
  const preview = { members: [{ memberId: member.id, timeOff: [] }] };
  expect(await call({ preview })).toBe(`"credential";r=${CREDENTIAL - 25};t=50`);
});

test('an operator sets limits for one workspace, also for AI clients and pages, and removes them', async () => {
  const { workspace, member, team, list } = await newMember(service);
  const operator = createOperator(workspace.database).within(workspace.id);
  const set = (credential: number | null) =>
    operator.run(setWorkspaceLimits, { body: { rateLimits: { credential } } });
  expect(await set(20)).toEqual({ rateLimits: { credential: 20 }, quotas: {} });
  expect(await untilRefused(list)).toBe(20);
  expect((await list()).headers.get('ratelimit-policy')).toContain('"credential";q=20;w=60');
  // A session and a grant are counted before their workspace is known.
  const browser = await signedIn(service, workspace, member);
  const { accessToken } = await connect(service.baseUrl, browser);
  expect(await untilRefused(() => callTool(service, accessToken, 'list_stories', {}))).toBe(20);
  service.pass(MINUTE_MS);
  // A board counts as 20 requests.
  expect(await untilRefused(() => browser.open(`/teams/${team.id}`))).toBe(1);
  expect(await set(null)).toEqual({ rateLimits: {}, quotas: {} });
  service.pass(2 * MINUTE_MS);
  expect(await untilRefused(list)).toBe(CREDENTIAL);
});

test('an AI client gets 429 in the envelope', async () => {
  const { workspace, member } = await newMember(service);
  const { accessToken } = await connect(service.baseUrl, await signedIn(service, workspace, member));
  const call = () => callTool(service, accessToken, 'list_teams', { workspaceId: workspace.id });
  expect((await call()).headers.get('ratelimit-policy')).toContain('"workspace"');
  expect(await untilRefused(call)).toBe(CREDENTIAL - 1);
  const refused = await call();
  expect(await refused.json()).toMatchObject({ data: null, error: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('50');
});

test('a person who is signed in gets a page that says so', async () => {
  const { workspace, member } = await newMember(service);
  const browser = await signedIn(service, workspace, member);
  await untilRefused(() => browser.open('/account'));
  const { status, text, headers } = await browser.open('/account');
  expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
    429,
    'text/html; charset=utf-8',
    '50',
  ]);
  expect(text).toContain('Too many requests');
});

test('requests pass while the limiter cannot write, which is logged', async () => {
  const { list } = await newMember(service);
  proxy.fault = (operation, _, body) =>
    operation === 'UpdateItem' && JSON.stringify(body).includes('RATE#') ? 'reject' : undefined;
  for (let sent = 0; sent < 2 * CREDENTIAL; sent++) expect((await list()).status).toBe(200);
  expect(service.logs.join('\n')).toContain(LIMITER_FAILED_MESSAGE);
});

test('the limiter adds no round trip, and writes for at most one request in ten', async () => {
  const { list } = await newMember(service);
  await list();
  // Long enough that calls that are sent at once overlap on a busy machine too.
  proxy.quietMs = 100;
  const trips: number[] = [];
  let writeUnits = 0;
  for (let sent = 0; sent < 30; sent++) {
    proxy.reset();
    await list();
    trips.push(proxy.roundTrips());
    writeUnits += proxy.calls.reduce((sum, call) => sum + call.writeUnits, 0);
  }
  expect(new Set(trips)).toEqual(new Set([2]));
  expect(writeUnits).toBeGreaterThan(0);
  // One may have been saved up by requests of the tests before.
  expect(writeUnits).toBeLessThanOrEqual(4);
});

test('a network without a credential may send as much to OAuth as a workspace may, and is refused from memory', async () => {
  const send = async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'y' });
    const answer = await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST', body });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as object };
  };
  expect(await untilRefused(send)).toBe(WORKSPACE);
  proxy.reset();
  const { status, headers, json } = await send();
  expect([status, json, headers.has('ratelimit')]).toEqual([
    429,
    {
      error: 'slow_down',
      error_description: `Your network has sent its ${WORKSPACE} requests without a credential of this minute.`,
    },
    false,
  ]);
  expect(proxy.calls).toEqual([]);
  // Whoever has a credential is not limited by others of the network.
  const { list } = await newMember(service);
  expect((await list()).status).toBe(200);
  service.pass(MINUTE_MS);
  // No such client is registered.
  expect((await send()).status).toBe(401);
});

test('a connection counts its refreshes as requests of its own, and is refused before its token is replaced', async () => {
  const { workspace, member } = await newMember(service);
  const browser = await signedIn(service, workspace, member);
  const { client, refreshToken } = await connect(service.baseUrl, browser);
  const { refreshToken: another } = await connect(service.baseUrl, browser, { client });
  const api = oauthApi(service.baseUrl);
  // Within half a minute the first token returns the same new one.
  const refresh = (token = refreshToken) => api.token(refreshFields(client, token));
  expect((await refresh()).headers.get('ratelimit')).toBe(`"credential";r=${CREDENTIAL - 1};t=50`);
  expect(await untilRefused(refresh)).toBe(CREDENTIAL - 1);
  const { status, json, headers } = await refresh();
  expect([status, json.error, headers.get('retry-after')]).toEqual([429, 'slow_down', '50']);
  // Another connection of the same person and client.
  const next = (await refresh(another)).json.refresh_token;
  expect(await untilRefused(() => refresh(another))).toBe(CREDENTIAL - 1);
  expect((await refresh(next)).status).toBe(429);
  service.pass(50_000);
  expect((await refresh(next)).status).toBe(200);
});
