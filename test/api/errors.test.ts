import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { newStoryWorkspace, type StoryApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { createClient, type Answer, type Client } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The error object that every integrator's code reads (docs/specification.md, "Requests"). */
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let client: Client;
let api: StoryApi;

beforeAll(async () => {
  const made = await newStoryWorkspace();
  ({ workspace, team, api } = made);
  member = made.member;
  client = member.client;
});

const stories = (rest = '') => `${workspace.path}/stories${rest}`;

describe('a 400 names the part of the request in which each problem is:', () => {
  const field = (answer: Answer, code: Parameters<typeof expectRefusal>[2] = 'invalid_request') =>
    expectRefusal(answer, 400, code).fields;

  test('the query', async () => {
    expect(field(await client.get(stories('?limit=0&nope=1')))).toEqual([
      { in: 'query', path: 'limit', code: 'too_small', message: 'must be at least 1' },
      { in: 'query', path: 'nope', code: 'unknown_field', message: 'is not a known parameter' },
    ]);
    const listed = field(await client.get(stories('?priority=red,green,high')));
    expect(listed).toMatchObject([{ in: 'query', path: 'priority', code: 'not_one_of' }]);
    expect(field(await client.get(stories('?limit=5&limit=5')))).toEqual([
      { in: 'query', path: 'limit', code: 'repeated', message: 'must not be repeated' },
    ]);
    expect(field(await client.get(stories('?cursor=x')), 'invalid_cursor')).toEqual([
      { in: 'query', path: 'cursor', code: 'invalid_value', message: 'was not issued for this request' },
    ]);
  });

  test('what another field requires', async () => {
    const status = { name: 'A status', category: 'started' };
    const [missing] = field(await client.post(`${workspace.path}/statuses`, status));
    expect(missing).toMatchObject({ path: 'teamId', code: 'required' });
  });

  test('the path', async () => {
    const answer = await client.get(stories('/x'));
    expect(field(answer)).toEqual([
      { in: 'path', path: 'storyId', code: 'invalid_format', message: 'must be a UUID' },
    ]);
    expect(answer.json.error.message).toBe('Path parameter storyId must be a UUID.');
  });

  test('a header', async () => {
    const body = { title: 'x', teamId: team.id };
    const header = { in: 'header', path: 'Idempotency-Key' };
    expect(field(await client.post(stories(), body), 'idempotency_key_required')).toEqual([
      { ...header, code: 'required', message: 'is required' },
    ]);
    const short = await client.post(stories(), body, { 'idempotency-key': 'short' });
    expect(field(short, 'invalid_idempotency_key')).toEqual([
      { ...header, code: 'invalid_format', message: 'must be 16 to 255 characters from ! to ~' },
    ]);
  });

  test('the body, a field of it and a reference', async () => {
    const send = (raw: string) =>
      client.request('POST', stories(), { raw, headers: { 'idempotency-key': newKey() } });
    expect(field(await send('{'))).toEqual([
      { in: 'body', path: '', code: 'invalid_format', message: 'is not valid JSON' },
    ]);
    const marked = await send(`\ufeff${JSON.stringify({ teamId: team.id, title: 'ä' })}`);
    expect([marked.status, marked.json.data?.title]).toEqual([201, 'ä']);
    expect(field(await send('\ufeff\ufeff{}'))).toMatchObject([{ message: 'is not valid JSON' }]);
    expect(field(await send(JSON.stringify({ teamId: team.id, labels: ['x'] })))).toEqual([
      { in: 'body', path: 'labels.0', code: 'invalid_format', message: 'must be a UUID' },
      { in: 'body', path: 'title', code: 'required', message: 'is required' },
    ]);
    const nested = (depth: number) => `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(field(await send(nested(63)))).toMatchObject([{ path: 'teamId' }, { path: 'title' }]);
    for (const deep of [nested(64), '['.repeat(500_000), '{"a":'.repeat(100_000)])
      expect(field(await send(deep))).toEqual([
        { in: 'body', path: '', code: 'too_large', message: 'must be nested at most 64 levels deep' },
      ]);
    const text = `"\\\\${'\\"['.repeat(100)}"`;
    expect((await send(`{"teamId":"${team.id}","title":${text}}`)).status).toBe(201);
    const foreign = await send(JSON.stringify({ title: 'x', teamId: randomUUID() }));
    expect(field(foreign, 'invalid_reference')).toMatchObject([
      { in: 'body', path: 'teamId', code: 'invalid_reference' },
    ]);
  });
});

test('what is wrong with a body is said to callers with the rights alone', async () => {
  const raw = '{"title"';
  const refused = await client.request('POST', stories(), { raw, headers: { authorization: 'Bearer none' } });
  expectRefusal(refused, 401, 'invalid_credential');
  const reader = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  expectRefusal(await reader.request('POST', stories(), { raw }), 403, 'insufficient_scope');
  const bulk = await reader.request('POST', `${workspace.path}/bulk/stories`, { raw });
  expectRefusal(bulk, 403, 'insufficient_scope');
  const { fields } = expectRefusal(
    await client.request('POST', `${workspace.path}/bulk/stories`, { raw }),
    400,
    'invalid_request',
  );
  expect(fields).toMatchObject([{ path: '', message: 'is not valid JSON' }]);
});

test('null in an update names the way to clear, where there is one', async () => {
  const { id, updatedAt } = await api.create({ teamId: team.id });
  const patch = { expectedUpdatedAt: updatedAt, assigneeId: null, title: null, priority: null };
  const { fields } = expectRefusal(await client.patch(stories(`/${id}`), patch), 400, 'invalid_request');
  const problem = (path: string, message: string) => ({
    in: 'body',
    path,
    code: 'null_not_allowed',
    message,
  });
  expect(fields).toHaveLength(3);
  expect(fields).toEqual(
    expect.arrayContaining([
      problem('assigneeId', 'must not be null: null does not clear; name it in clearFields'),
      problem('title', 'must not be null'),
      problem('priority', 'must not be null'),
    ]),
  );
});

describe('the error has the id of the request', () => {
  const { baseUrl } = sharedService();
  const nobody = () => createClient(baseUrl);
  const cases: [string, number, () => Promise<Answer>][] = [
    ['an unknown path', 404, () => nobody().get('/api/v2/nothing')],
    ['a method that the path does not have', 405, () => nobody().request('DELETE', '/liveness')],
    ['a body that is too large', 413, () => client.post(stories(), { title: 'x'.repeat(524_288) })],
    [
      'another content type',
      415,
      () => client.request('POST', stories(), { raw: 'a=1', headers: { 'content-type': 'text/plain' } }),
    ],
    ['no credential', 401, () => nobody().get(stories())],
    ['a public portal', 404, () => nobody().get('/portals/no-such/feedback')],
    ['MCP', 401, () => nobody().post('/mcp', {})],
  ];
  test.each(cases)('%s', async (_, status, call) => {
    const { status: got, json, headers } = await call();
    expect(got).toBe(status);
    expect(json.error.requestId).toMatch(/\S/);
    expect(headers.get('x-request-id')).toBe(json.error.requestId);
  });
});

test('in bulk, each refused item has the same error, and names the bulk operation and its key', async () => {
  const items = [{ body: { title: 'x', teamId: team.id } }];
  const { status, json, headers } = await client.post(`${workspace.path}/bulk/stories`, { items });
  expect(status).toBe(200);
  const [{ error }] = json.data.items;
  expect(error).toMatchObject({
    code: 'idempotency_key_required',
    message: 'idempotencyKey is required.',
    hint: expect.stringContaining('/docs/writes#retries'),
    requestId: headers.get('x-request-id'),
    fields: [{ in: 'body', path: 'idempotencyKey', code: 'required', message: 'is required' }],
  });
});
