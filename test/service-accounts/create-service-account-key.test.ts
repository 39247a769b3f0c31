import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
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

test('a new key works, and its secret is shown', async () => {
  const { id } = await api.create([team.id]);
  const { status, json } = await api.sendKey(id, { name: 'CI', scopes: ['stories:write', 'stories:read'] });

  expect(status).toBe(201);
  expect(json.data).toMatchObject({
    principalId: id,
    principalType: 'service_account',
    name: 'CI',
    scopes: ['stories:write', 'stories:read'],
    teamRestriction: null,
    revokedAt: null,
  });
  expect(json.token).toMatch(/^plt_svc_[\w-]{112}$/);
  const client = createClient(sharedService().baseUrl, json.token);
  expect((await createStoryAs(client, workspace, { teamId: team.id })).reporterId).toBe(id);
  expect(await readAll(admin.client, api.keysPath(id))).toEqual([json.data]);
});

test('the same idempotency key makes one key, and shows its secret in the first answer only', async () => {
  const { id } = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.sendKey(id, {}, headers)));
  for (const { status, json } of answers) expect([status, json.data]).toEqual([201, answers[0]!.json.data]);
  expect(answers.filter(({ json }) => 'token' in json)).toHaveLength(1);
  expect(await readAll(admin.client, api.keysPath(id))).toHaveLength(1);
});

test('a key must name its teams where the account has one that the caller is not in', async () => {
  const closed = await workspace.team({ private: true });
  const { id } = await workspace.serviceAccount([team, closed]);
  expectBadFields(await api.sendKey(id), ['teamRestriction']);
  const hidden = await api.sendKey(id, { teamRestriction: [team.id, closed.id] });
  expectBadFields(hidden, ['teamRestriction.1'], 'invalid_reference');

  const { token } = await api.createKey(id, { teamRestriction: [team.id] });
  const me = await createClient(sharedService().baseUrl, token).get('/api/v1/me');
  expect(me.json.data).toMatchObject({ teamIds: [team.id], teamRestriction: [team.id] });
});

test('a key has no scope and no team that the caller lacks', async () => {
  const { id } = await api.create([team.id]);
  const narrow = await workspace.clientFor(admin.id, { scopes: ['tokens:manage', 'stories:read'] });
  const answer = await serviceAccountApi(workspace, narrow).sendKey(id, { scopes: ['stories:write'] });
  expectRefusal(answer, 403, 'insufficient_scope');
  const restricted = await workspace.clientFor(admin.id, { teamIds: [team.id] });
  const beyond = await serviceAccountApi(workspace, restricted).sendKey(id, { teamRestriction: [team.id] });
  expectRefusal(beyond, 403, 'restricted_credential');
  expect(await readAll(admin.client, api.keysPath(id))).toEqual([]);
});

test.each([
  [{ name: '' }, ['name']],
  [{ scopes: [] }, ['scopes']],
  [{ memberId: randomUUID() }, ['memberId']],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
])('a key with %j is refused', async (fields, paths) => {
  const { id } = await api.create();
  expectBadFields(await api.sendKey(id, fields), paths);
  expect(await readAll(admin.client, api.keysPath(id))).toEqual([]);
});

test('members create no key, and a person has none', async () => {
  const member = await workspace.person('member', [team]);
  const { id } = await api.create();
  expectRefusal(await serviceAccountApi(workspace, member.client).sendKey(id), 403, 'insufficient_role');
  for (const nobody of [member.id, randomUUID()]) {
    expectRefusal(await api.sendKey(nobody), 404, 'not_found');
  }
});
