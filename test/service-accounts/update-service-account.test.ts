import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
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

test('an update renames an account, and moves the version; its teams stay', async () => {
  const account = await api.create([team.id]);
  const { status, json } = await api.update(account, { name: 'Renamed' });

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...account, name: 'Renamed', updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > account.updatedAt).toBe(true);
  expect(await api.read(account.id)).toEqual(json.data);
  expect((await api.update(json.data, { name: 'Renamed' })).json.data).toEqual(json.data);
});

test('bad fields, members, and unknown accounts are refused', async () => {
  const account = await api.create();
  expectBadFields(await api.update(account, {}), ['body']);
  expectBadFields(await api.update(account, { name: 'x', role: 'admin' }), ['role']);
  expectBadFields(await api.update(account, { scopes: ['everything'] }), ['scopes.0']);
  expectBadFields(await api.update(account, { avatarUrl: 'http://a.example/b.png' }), ['avatarUrl']);
  const member = await workspace.person('member', [team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.update(account, { name: 'x' }), 403, 'insufficient_role');
  for (const id of [admin.id, randomUUID()]) {
    expectRefusal(await api.update({ ...account, id }, { name: 'x' }), 404, 'not_found');
  }
  expect(await api.read(account.id)).toEqual(account);
});

test('an update changes scopes, teams and picture, and clears the picture', async () => {
  const other = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: admin.id });
  const account = await api.create([team.id]);
  const avatarUrl = 'https://pictures.example/bot.png';
  const { json } = await api.update(account, { scopes: ['stories:read'], teamIds: [other.id], avatarUrl });
  expect(json.data).toMatchObject({ scopes: ['stories:read'], teamIds: [other.id], avatarUrl });
  const { json: cleared } = await api.update(json.data, { clearFields: ['avatarUrl'], teamIds: [] });
  expect(cleared.data).toMatchObject({ avatarUrl: null, teamIds: [] });
  expect(await api.read(account.id)).toEqual(cleared.data);
  // Counted per team: what no account is in any more can be deleted.
  expect((await admin.client.delete(`${workspace.path}/teams/${other.id}`)).status).toBe(200);
});

test('an update leaves the teams that the caller is not in as they are', async () => {
  const hidden = await workspace.team({ private: true });
  const { id } = await workspace.serviceAccount([team, hidden]);
  const shown = await api.read(id);
  expect((await api.update(shown, { teamIds: [] })).json.data.teamIds).toEqual([]);
  const stored = await workspace.operator.getServiceAccount(workspace.id, id);
  expect(stored?.teamIds).toEqual([hidden.id]);
});

test('an update adds no team or scope that the caller lacks', async () => {
  const closed = await workspace.team({ private: true });
  const account = await api.create([team.id]);
  expectBadFields(await api.update(account, { teamIds: [closed.id] }), ['teamIds.0'], 'invalid_reference');
  const client = await workspace.clientFor(admin.id, { scopes: ['tokens:manage'] });
  const weak = serviceAccountApi(workspace, client);
  const refused = await weak.update(account, { scopes: [...account.scopes, 'objectives:write'] });
  expect(expectRefusal(refused, 403, 'insufficient_scope').missingScopes).toEqual(['objectives:write']);
  // What the account has may stay or go.
  expect((await weak.update(account, { scopes: ['stories:read'] })).status).toBe(200);
});

test('one of several concurrent updates with one version succeeds', async () => {
  const account = await api.create();
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, position) =>
      api.update(account, position % 2 ? { teamIds: [team.id] } : { name: `N${position}` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});
