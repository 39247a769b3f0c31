import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { serviceAccountApi, type ServiceAccountApi } from './service-account-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: ServiceAccountApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  api = serviceAccountApi(workspace, admin.client);
});

test("the response has the added team, which the account's keys reach from then on", async () => {
  const account = await workspace.serviceAccount();
  const { status, json } = await api.give(account.id, team.id);

  expect([status, json.data.teamIds]).toEqual([200, [team.id]]);
  expect(await api.read(account.id)).toEqual(json.data);
  expect((await account.client.get('/api/v1/me')).json.data.teamIds).toEqual([team.id]);
});

test('adding a team again, or 8 times at once, changes nothing, and the team can be deleted once it is removed', async () => {
  const own = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: own.id, principalId: admin.id });
  const { id } = await api.create();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.give(id, own.id)));
  answers.push(await api.give(id, own.id));
  for (const { status, json } of answers) expect([status, json.data.teamIds]).toEqual([200, [own.id]]);

  await api.take(id, own.id);
  expect((await admin.client.delete(`${workspace.path}/teams/${own.id}`)).status).toBe(200);
});

test('a team that is deleted at once is not added', async () => {
  for (let round = 0; round < 8; round++) {
    const own = await workspace.team();
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: own.id, principalId: admin.id });
    const account = await workspace.serviceAccount();
    const path = `${workspace.path}/teams/${own.id}`;
    const [, removal] = await Promise.all([api.give(account.id, own.id), admin.client.delete(path)]);
    const { teamIds } = (await account.client.get('/api/v1/me')).json.data;
    expect(teamIds).toEqual(removal.status === 200 ? [] : [own.id]);
  }
});

test('the same key is a replay that shows the account as it is now', async () => {
  const { id } = await api.create();
  const headers = { 'idempotency-key': newKey() };
  await api.give(id, team.id, headers);
  await api.take(id, team.id);
  const replay = await api.give(id, team.id, headers);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json.data).toEqual(await api.read(id));
  expect(replay.json.data.teamIds).toEqual([]);
});

test('teams that the caller is not in, members, and unknown accounts are refused', async () => {
  const account = await api.create();
  const closed = await workspace.team({ private: true });
  for (const id of [closed.id, randomUUID()]) {
    expectBadFields(await api.give(account.id, id), ['teamId'], 'invalid_reference');
  }
  const restricted = await workspace.clientFor(admin.id, { teamIds: [closed.id] });
  const narrow = await serviceAccountApi(workspace, restricted).give(account.id, team.id);
  expectRefusal(narrow, 403, 'restricted_credential');
  const member = await workspace.person('member', [team]);
  const weak = await serviceAccountApi(workspace, member.client).give(account.id, team.id);
  expectRefusal(weak, 403, 'insufficient_role');
  expectRefusal(await api.give(member.id, team.id), 404, 'not_found');
  expect(await api.read(account.id)).toEqual(account);
});
