import { beforeAll, expect, test, vi } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let plan: PlanningApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  plan = planningApi(workspace, member.client);
});

const story = (fields: object = {}) =>
  createStoryAs(member.client, workspace, { teamId: team.id, ...fields });

const get = (path: string, headers: Record<string, string> = {}, { client } = member) =>
  client.request('GET', workspace.path + path, { headers });

const tagOf = async (path: string, person?: Person): Promise<string> =>
  (await get(path, {}, person)).headers.get('etag')!;

test('a resource is sent once: 304 without a body until it changes', async () => {
  const { id, updatedAt } = await story();
  const first = await get(`/stories/${id}`);
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')).toBe('Authorization');
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(`/stories/${id}`, { 'if-none-match': known });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('x-request-id')).toMatch(/\S/);
  }
  const body = { expectedUpdatedAt: updatedAt, title: 'Changed' };
  const changed = await member.client.patch(`${workspace.path}/stories/${id}`, body);
  const next = await get(`/stories/${id}`, { 'if-none-match': etag });
  expect([next.status, next.json.data.title]).toEqual([200, 'Changed']);
  expect(next.headers.get('etag')).not.toBe(etag);
  expect(changed.headers.get('etag')).toBe(next.headers.get('etag'));
});

test('counts that change without a new version change the entity tag too', async () => {
  const sprint = await plan.sprint(team);
  const path = `/sprints/${sprint.id}`;
  const before = await get(path);
  await story({ sprintId: sprint.id });
  await vi.waitFor(async () => expect((await get(path)).json.data.storyCounts.total).toBe(1), 20_000);
  const after = await get(path, { 'if-none-match': before.headers.get('etag')! });
  expect(after.status).toBe(200);
  expect(after.json.data.updatedAt).toBe(before.json.data.updatedAt);
  expect(after.json.data.storyCounts.total).toBe(1);
});

test('another include or another caller has another entity tag', async () => {
  const admin = await workspace.person('admin', [team]);
  const objective = await planningApi(workspace, admin.client).objective(team, { private: true });
  const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id, objectiveId: objective.id });
  const path = `/stories/${id}?include=objective`;
  const tags = [await tagOf(`/stories/${id}`), await tagOf(path), await tagOf(path, admin)];
  expect(new Set(tags).size).toBe(3);
});

test('single results without a version have a tag too; lists, deletions and errors do not', async () => {
  const me = await member.client.get('/api/v1/me');
  const tag = me.headers.get('etag')!;
  expect(
    (await member.client.request('GET', '/api/v1/me', { headers: { 'if-none-match': tag } })).status,
  ).toBe(304);
  const { id } = await story();
  const others = [
    await get('/stories'),
    await member.client.delete(`${workspace.path}/stories/${id}`),
    await get(`/stories/${id}`),
  ];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 404]);
  for (const { headers } of others) {
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('only those who may read a resource get a 304', async () => {
  const { id } = await story();
  const etag = await tagOf(`/stories/${id}`);
  const stranger = await workspace.person('member');
  expect((await get(`/stories/${id}`, { 'if-none-match': etag }, stranger)).status).toBe(404);
  const bare = await workspace.clientFor(member.id, { scopes: ['labels:read'] });
  const path = `${workspace.path}/stories/${id}`;
  expect((await bare.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(403);
});
