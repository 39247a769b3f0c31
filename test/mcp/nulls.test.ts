import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { mcpClient } from './mcp-client.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const person = await workspace.person('member', [team]);
const { token } = await connectUser(person);
const client = mcpClient(token);
const message = { jsonrpc: '2.0', id: 1 };

describe('null in place of what may be left out', () => {
  test.each([
    { method: 'ping', params: null },
    { method: 'tools/list', params: null },
    { method: 'tools/list', params: { cursor: null } },
    { method: 'tools/list', params: { cursor: null, _meta: null } },
    { method: 'resources/list', params: { cursor: null } },
    { method: 'prompts/list', params: null },
    { method: 'tools/call', params: { name: 'list_teams', arguments: null } },
    { method: 'tools/call', params: { name: 'list_teams', arguments: { limit: null, cursor: null } } },
  ])('is taken: %j', async (sent) => {
    const { status, json } = await client.post({ ...message, ...sent });
    expect([status, json.error, json.result.isError], JSON.stringify(json)).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });
});

test('arguments are taken as the text of their JSON, and other texts are refused', async () => {
  const call = (args: unknown) =>
    client.post({ ...message, method: 'tools/call', params: { name: 'list_teams', arguments: args } });
  for (const args of ['{}', ' {"limit": 5} ', '', 'null']) {
    const { json } = await call(args);
    expect([json.error, json.result?.isError], args).toEqual([undefined, undefined]);
  }
  for (const args of ['[]', '5', 'all', '{', [], 5, true]) {
    const { json } = await call(args);
    expect(json.error).toEqual({ code: -32602, message: 'params.arguments: must be a JSON object' });
  }
  const { json } = await client.post({ ...message, method: 'tools/call', params: {} });
  expect(json.error.message).toBe('params.name: is required');
});

test('a byte order mark before a message is ignored, as before other bodies', async () => {
  const sent = JSON.stringify({ ...message, method: 'ping' });
  expect((await client.post(`\ufeff${sent}`)).json.result).toEqual({});
  expect((await client.post(`\ufeff\ufeff${sent}`)).json.error.code).toBe('invalid_request');
});

test('null of what a new resource does not have is taken', async () => {
  for (const [tool, fields] of [
    ['save_sprint', { startDate: '2031-01-06', endDate: '2031-01-17', goal: null, objectiveId: null }],
    ['save_objective', { description: null, shortSummary: null, startDate: null, endDate: null }],
  ] as const) {
    const args = { teamId: team.id, name: 'New', idempotencyKey: randomUUID(), ...fields };
    const { isError, content } = await client.callTool(tool, args);
    expect(isError, content[0].text).toBeUndefined();
  }
});

test('a word for no text is no text of something new, and how to clear it is said of what there is', async () => {
  const key = { idempotencyKey: randomUUID() };
  const made = { teamId: team.id, title: 'None', description: 'none', ...key };
  const { data } = await client.use('create_story', made);
  expect([data.title, data.description]).toEqual(['None', undefined]);
  const sprint = { teamId: team.id, name: 'Null', startDate: '2031-02-03', endDate: '2031-02-14' };
  const { data: saved } = await client.use('save_sprint', { ...sprint, goal: 'Null', ...key });
  expect(saved.goal).toBeUndefined();
  const change = { sprintId: saved.id, expectedUpdatedAt: saved.updatedAt };
  const { message } = await client.refused('save_sprint', { ...change, goal: 'none' });
  expect(message).toContain('goal is only "none"; to clear it, send clearFields: ["goal"]');
  const { data: named } = await client.use('save_sprint', { ...change, goal: 'None of it stays' });
  expect(named.goal).toBe('None of it stays');
});

const story = await createStoryAs(person.client, workspace, { teamId: team.id });

describe('null in items of a call', () => {
  const key = () => ({ idempotencyKey: randomUUID() });
  const said = { story: story.reference, content: 'Hello', parentId: null };
  const related = { type: 'relates_to', relatedStory: story.reference, title: null };
  test.each([
    [
      'update_stories',
      { stories: [{ story: story.id, priority: 'low', expectedUpdatedAt: null, title: null }] },
    ],
    [
      'create_story',
      { teamId: team.id, stories: [{ title: 'A', key: null, assigneeId: null, parentKey: null }], ...key() },
    ],
    [
      'create_story',
      { teamId: team.id, title: 'B', stories: null, relations: null, estimateValue: null, ...key() },
    ],
    ['save_comment', { comments: [said], ...key() }],
    ['save_comment', { ...said, commentId: null, expectedUpdatedAt: null, delete: null, ...key() }],
    ['create_story', { teamId: team.id, title: 'C', relations: [{ ...related }], ...key() }],
    ['list_stories', { labels: null, triage: null, view: null, groupBy: null }],
    ['manage_setup', { kind: 'custom_field', action: 'get', id: null, settings: null }],
    [
      'analyze_work',
      { preview: { stories: [{ story: story.id, endDate: '2031-01-01', priority: null }], members: null } },
    ],
  ])('%s takes it: %j', async (tool, args) => {
    const { isError, content } = await client.callTool(tool, args);
    expect(isError, content[0].text).toBeUndefined();
    expect(content[0].text).not.toContain('not done');
  });

  test('of what can be cleared it is refused with how to clear it', async () => {
    const { content } = await client.callTool('update_stories', {
      stories: [{ story: story.id, assigneeId: null }],
    });
    expect(content[0].text).toContain('clearFields');
  });
});

test('stories and comments are taken as the text of their JSON', async () => {
  const item = JSON.stringify({ story: story.reference, labels: '[]', expectedUpdatedAt: null });
  for (const stories of [item, [item], `[${item}]`]) {
    const { isError, content } = await client.callTool('update_stories', { stories, priority: 'low' });
    expect(isError, content[0].text).toBeUndefined();
  }
  const comments = [JSON.stringify({ story: story.reference, content: 'Text', parentId: null })];
  const said = await client.callTool('save_comment', { comments, idempotencyKey: randomUUID() });
  expect(said.isError, said.content[0].text).toBeUndefined();
});

test('stories are listed by one value where a list is taken', async () => {
  const low = await createStoryAs(person.client, workspace, {
    teamId: team.id,
    priority: 'low',
    title: 'Low',
  });
  for (const filter of [
    { priority: 'Low' },
    { priority: '["low"]' },
    { priority: 'low,urgent', statusCategory: 'backlog' },
    { priority: 'low', reporterId: 'me' },
  ]) {
    const ids = async () =>
      (await client.use('list_stories', filter)).data.map(({ id }: { id: string }) => id);
    await expect.poll(ids).toContain(low.id);
  }
});

test('the values in settings are understood as those of arguments are', async () => {
  const settings = { enabled: false, lengthWeeks: '2', startsOn: 'Monday', timeZone: 'Europe/Berlin' };
  const call = { kind: 'sprint_cadence', action: 'update', teamId: team.code, settings };
  const { data } = await client.use('manage_setup', call);
  expect(data).toMatchObject({ startsOn: 'monday', lengthWeeks: 2 });
});

test('labels to filter by are taken as a list in a text', async () => {
  const name = `Bug ${randomUUID()}`;
  const label = (await person.client.post(`${workspace.path}/labels`, { name })).json.data;
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, labels: [label.id] });
  for (const labels of [JSON.stringify([name]), name, [name]]) {
    const listed = async () => (await client.callTool('list_stories', { labels })).content[0].text;
    await expect.poll(listed).toContain(story.reference);
  }
});

test('a number and a list as text are understood', async () => {
  const { structuredContent, isError } = await client.callTool('list_teams', { limit: '1' });
  expect(isError).toBeUndefined();
  expect(structuredContent.data ?? structuredContent.items).toHaveLength(1);
});

describe('an address with a slash at its end', () => {
  const { baseUrl } = sharedService();
  const authorized = { authorization: `Bearer ${person.token}` };

  test.each(['/mcp/', '/mcp//'])('is the endpoint: %s', async (path) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, method: 'ping' }),
    });
    expect([response.status, await response.json()]).toEqual([200, { ...message, result: {} }]);
  });

  test.each([
    '/openapi.json/',
    '/liveness/',
    '/docs/',
    '/docs/lists/',
    '/.well-known/oauth-authorization-server/',
    `${workspace.path}/stories/`,
    `${workspace.path}/teams/${team.id}/`,
    `${workspace.path}/teams//?limit=1`,
  ])('answers as without it: %s', async (path) => {
    const response = await fetch(baseUrl + path, { headers: authorized, redirect: 'manual' });
    expect(response.status).toBe(200);
  });

  test('takes writes', async () => {
    const response = await fetch(`${baseUrl}${workspace.path}/stories/`, {
      method: 'POST',
      headers: { ...authorized, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ teamId: team.id, title: 'With a slash' }),
    });
    expect(response.status).toBe(201);
  });
});
