import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Status } from '../../shared/identity/status/status.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll, readPages } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { statusApi } from './status-api.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let second: Team;
let guest: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, second] = [await workspace.team(), await workspace.team()];
  guest = await workspace.person('guest', [team, second]);
});

const list = (query = {}, client: Client = guest.client) => client.get(`${workspace.path}/statuses`, query);
const teamsOf = (statuses: Status[]) => new Set(statuses.map(({ teamId }) => teamId));

test("the list has a team's statuses whole, newest first", async () => {
  const { status, json } = await list({ teamId: team.id });

  expect(status).toBe(200);
  expect(json.data).toHaveLength(5);
  expect(json.data.map(({ id }: Status) => id)).toEqual(
    json.data
      .map(({ id }: Status) => id)
      .toSorted()
      .reverse(),
  );
  expect(json.data.find(({ isDefault }: Status) => isDefault)).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: team.id,
    name: 'Backlog',
    category: 'backlog',
    order: 0,
    color: '#94a3b8',
    isDefault: true,
    createdAt: team.createdAt,
    updatedAt: team.createdAt,
    archivedAt: null,
    appliesTo: 'story',
  });
  expect(json.meta).toEqual({ hasMore: false, nextCursor: null });
});

test('the list has the statuses of all joined teams and of objectives, each once in pages of every size', async () => {
  const all = await readAll(guest.client, `${workspace.path}/statuses`);
  expect(all).toHaveLength(15);
  expect(teamsOf(all)).toEqual(new Set([team.id, second.id, null]));
  const ofStories = await readAll(guest.client, `${workspace.path}/statuses`, { appliesTo: 'story' });
  expect(ofStories).toEqual(all.filter(({ teamId }: Status) => teamId !== null));

  for (const limit of [1, 3, 10]) {
    const pages = await readPages(guest.client, `${workspace.path}/statuses`, { limit });
    expect(pages.flat()).toEqual(all);
    expect(pages).toHaveLength(Math.ceil(15 / limit));
  }
});

test('a restricted token, a service account and an admin see the statuses of their teams', async () => {
  const restricted = await workspace.clientFor(guest.id, { teamIds: [second.id] });
  const account = await workspace.serviceAccount([second]);
  for (const client of [restricted, account.client]) {
    expect(teamsOf((await list({}, client)).json.data)).toEqual(new Set([second.id, null]));
    expect(teamsOf((await list({ appliesTo: 'story' }, client)).json.data)).toEqual(new Set([second.id]));
    expectRefusal(await list({ teamId: team.id }, client), 404, 'not_found');
  }
  const outsider = await workspace.person('admin');
  expect(teamsOf((await list({}, outsider.client)).json.data)).toEqual(new Set([null]));
  expect((await list({ appliesTo: 'story' }, outsider.client)).json.data).toEqual([]);
});

test('a team that is missing, not joined or elsewhere is 404 in the same words', async () => {
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const ids = [randomUUID(), closed.id, foreign.id];
  const answers = await Promise.all(ids.map((teamId) => list({ teamId })));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('in more than 100 teams, the request must name one', async () => {
  const teams = await Promise.all(Array.from({ length: 101 }, () => workspace.team()));
  const busy = await workspace.person('member', teams);

  expectRefusal(await list({}, busy.client), 400, 'team_required');
  expect((await list({ teamId: teams[0]!.id }, busy.client)).json.data).toHaveLength(5);
});

test('bad queries and cursors of other filters are refused', async () => {
  const cursor = (await list({ limit: 1 })).json.meta.nextCursor;

  expectRefusal(await list({ limit: 1, teamId: team.id, cursor }), 400, 'invalid_cursor');
  expectBadFields(await list({ category: 'backlog' }), ['query.category']);
  expectBadFields(await list({ appliesTo: 'objectives' }), ['query.appliesTo']);
  expectBadFields(await list({ archived: 'true' }), ['query.archived']);
  expectBadFields(await list({ teamId: 'ENG', limit: 0 }), ['query.teamId', 'query.limit']);
});

test('a new workspace has five statuses of objectives, one of them the default', async () => {
  const { json } = await list({ appliesTo: 'objective' });
  const statuses = (json.data as Status[]).toSorted((a, b) => a.order - b.order);
  expect(statuses.map(({ name, category, isDefault }) => [name, category, isDefault])).toEqual([
    ['Backlog', 'backlog', true],
    ['To Do', 'unstarted', false],
    ['In Progress', 'started', false],
    ['Done', 'completed', false],
    ['Cancelled', 'cancelled', false],
  ]);
  for (const status of statuses) {
    expect(status).toMatchObject({ workspaceId: workspace.id, teamId: null, appliesTo: 'objective' });
  }
  expect((await list({ appliesTo: 'objective', teamId: team.id })).json.data).toEqual([]);
});

test('archived statuses are left out, listed alone, or among the others', async () => {
  const own = await workspace.team();
  const { client } = await workspace.person('member', [own]);
  const api = statusApi(workspace, client, own.id);
  const { id } = await api.create({});
  expect((await api.archive(id)).status).toBe(200);
  const [excluded, only, included] = [await api.list(), await api.list('only'), await api.list('include')];
  expect([excluded.length, only.map((one) => one.id), included.length]).toEqual([5, [id], 6]);
  expect((await list({ teamId: own.id, archived: 'exclude' }, client)).json.data).toHaveLength(5);
});
