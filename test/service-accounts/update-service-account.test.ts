import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/teams/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
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

test('bad fields, members, and what is no service account are refused', async () => {
  const account = await api.create();
  expectBadFields(await api.update(account, {}), ['body']);
  expectBadFields(await api.update(account, { name: 'x', teamIds: [] }), ['teamIds']);
  const member = await workspace.person('member', [team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.update(account, { name: 'x' }), 403, 'insufficient_role');
  for (const id of [admin.id, randomUUID()]) {
    expectRefusal(await api.update({ ...account, id }, { name: 'x' }), 404, 'not_found');
  }
  expect(await api.read(account.id)).toEqual(account);
});
