import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/teams/team.ts';
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

test('renames one, and moves the version; its teams stay', async () => {
  const account = await api.create([team.id]);
  const { status, json } = await api.update(account, { name: 'Renamed' });

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...account, name: 'Renamed', updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > account.updatedAt).toBe(true);
  expect(await api.read(account.id)).toEqual(json.data);
  expect((await api.update(json.data, { name: 'Renamed' })).json.data).toEqual(json.data);
});

test('of 10 updates of one version at once exactly one is taken', async () => {
  const account = await api.create();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => api.update(account, { name: `Take ${index}` })),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  const current = await api.read(account.id);
  expect(current).toEqual(winners[0]!.json.data);
  for (const answer of answers.filter((one) => one !== winners[0])) {
    const error = expectRefusal(answer, 409, 'version_conflict');
    expect([error.currentUpdatedAt, error.changedFields]).toEqual([current.updatedAt, ['name']]);
  }
});

test('the same key is a replay that shows it as it is now', async () => {
  const account = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const first = await api.update(account, { name: 'First' }, headers);
  const later = await api.update(first.json.data, { name: 'Later' });
  const replay = await api.update(account, { name: 'First' }, headers);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(later.json);
});

test('bad fields, members, and what is no service account are refused', async () => {
  const account = await api.create();
  expectBadFields(await api.update(account, {}), ['body']);
  expectBadFields(await api.update(account, { name: 'x', teamIds: [] }), ['teamIds']);
  const member = await workspace.person('member', [team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.update(account, { name: 'x' }), 403, 'admin_required');
  for (const id of [admin.id, randomUUID()]) {
    expectRefusal(await api.update({ ...account, id }, { name: 'x' }), 404, 'not_found');
  }
  expect(await api.read(account.id)).toEqual(account);
});
