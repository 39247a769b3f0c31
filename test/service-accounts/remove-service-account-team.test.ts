import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
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

test('a removed team is no longer reached by any key', async () => {
  const second = await workspace.team();
  const account = await workspace.serviceAccount([team, second]);
  const { status, json } = await api.take(account.id, team.id);

  expect([status, json.data]).toEqual([200, { id: team.id, deleted: true }]);
  expect((await api.read(account.id)).teamIds).toEqual([]);
  expect((await account.client.get('/api/v1/me')).json.data.teamIds).toEqual([second.id]);
});

test('one of 8 concurrent requests removes the account from the team; the same key is a replay', async () => {
  const { id } = await api.create([team.id]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.take(id, team.id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 404, 'not_found');
  }

  await api.give(id, team.id);
  const headers = { 'idempotency-key': newKey() };
  const first = await api.take(id, team.id, headers);
  const replay = await api.take(id, team.id, headers);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
});

test('a team that the account has not, or that the caller is not in, is 404', async () => {
  const closed = await workspace.team({ private: true });
  const account = await workspace.serviceAccount([closed]);
  for (const id of [closed.id, team.id, randomUUID()]) {
    expectRefusal(await api.take(account.id, id), 404, 'not_found');
  }
  expect((await account.client.get('/api/v1/me')).json.data.teamIds).toEqual([closed.id]);
});

test('members remove no team, and a person is not a service account', async () => {
  const member = await workspace.person('member', [team]);
  const account = await workspace.serviceAccount([team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.take(account.id, team.id), 403, 'insufficient_role');
  expectRefusal(await api.take(member.id, team.id), 404, 'not_found');
  expect((await api.read(account.id)).teamIds).toEqual([team.id]);
});
