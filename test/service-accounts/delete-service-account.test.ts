import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
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

test('a deletion ends the account and all its keys, and frees its teams', async () => {
  const own = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: own.id, principalId: admin.id });
  const { id } = await api.create([team.id, own.id]);
  const keys = [await api.createKey(id), await api.createKey(id)];
  const clients = keys.map(({ token }) => createClient(sharedService().baseUrl, token));
  for (const client of clients) expect((await client.get('/api/v1/me')).status).toBe(200);
  const { status, json } = await api.delete(id);

  expect([status, json.data]).toEqual([200, { id, deleted: true }]);
  for (const client of clients) expectRefusal(await client.get('/api/v1/me'), 401, 'invalid_credential');
  expect((await api.read(id)).deletedAt).toEqual(expect.any(String));
  expectRefusal(await api.sendKey(id), 404, 'not_found');
  expectRefusal(await api.give(id, team.id), 404, 'not_found');
  expect((await admin.client.delete(`${workspace.path}/teams/${own.id}`)).status).toBe(200);
});

test('an account with 60 teams is deleted too', async () => {
  const teams = await Promise.all(Array.from({ length: 60 }, () => workspace.team()));
  const { id } = await workspace.serviceAccount(teams.slice(0, 30));
  const stored = (await workspace.operator.getServiceAccount(workspace.id, id))!;
  for (const one of teams.slice(30)) {
    await workspace.operator.changeServiceAccountTeam(stored, one.id, 'add');
  }
  expect((await api.delete(id)).status).toBe(200);
  for (const one of teams) {
    expect((await admin.client.delete(`${workspace.path}/teams/${one.id}`)).status).toBe(200);
  }
});

test('an account that is given a team at once holds none in the end', async () => {
  for (let round = 0; round < 5; round++) {
    const own = await workspace.team();
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: own.id, principalId: admin.id });
    const { id } = await api.create();
    const [removal] = await Promise.all([api.delete(id), api.give(id, own.id)]);
    expect(removal.status).toBe(200);
    expect((await admin.client.delete(`${workspace.path}/teams/${own.id}`)).status).toBe(200);
  }
});

test('one of 8 concurrent requests deletes the account; the same key is a replay', async () => {
  const { id } = await api.create([team.id]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.delete(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

  const other = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const first = await api.delete(other.id, headers);
  const replay = await api.delete(other.id, headers);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
});

test('a member deletes no account, and a person is not one', async () => {
  const account = await workspace.serviceAccount([team]);
  const member = await workspace.person('member', [team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.delete(account.id), 403, 'insufficient_role');
  for (const id of [member.id, randomUUID()]) expectRefusal(await api.delete(id), 404, 'not_found');
  for (const { client } of [account, member]) expect((await client.get('/api/v1/me')).status).toBe(200);
});
