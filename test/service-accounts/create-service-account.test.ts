import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { defaultAccountScopes } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll } from '../support/answers.ts';
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

const all = () => readAll(admin.client, api.root, { limit: 100 });

test('a service account is created with teams, which its keys reach', async () => {
  const { status, json } = await api.send({ name: 'Importer', teamIds: [team.id] });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    name: 'Importer',
    avatarUrl: null,
    scopes: defaultAccountScopes,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    deletedAt: null,
    teamIds: [team.id],
    writes: 'direct',
  });
  expect(await api.read(json.data.id)).toEqual(json.data);
  expect((await api.send({ name: 'Importer' })).json.data.teamIds).toEqual([]);
});

test('requests with the same key create one account', async () => {
  const [body, headers] = [{ name: newKey() }, { 'idempotency-key': newKey() }];
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send(body, headers)));
  for (const { status, json } of answers) expect([status, json]).toEqual([201, answers[0]!.json]);
  expect((await all()).filter(({ name }) => name === body.name)).toHaveLength(1);
});

test('teams that the caller is not in are refused in the same words, and no account is created', async () => {
  const before = await all();
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const answers = [];
  for (const id of [randomUUID(), closed.id, foreign.id]) {
    answers.push(await api.send({ teamIds: [team.id, id] }));
  }
  for (const answer of answers) expectBadFields(answer, ['teamIds.1'], 'invalid_reference');
  expectSameRefusal(answers);
  expect(await all()).toEqual(before);
});

test.each([
  [{ name: ' ' }, ['name']],
  [{ teamIds: null }, ['teamIds']],
  [{ role: 'admin' }, ['role']],
])('an account with %j is refused', async (fields, paths) => {
  expectBadFields(await api.send(fields), paths);
});

test('members and service accounts create no account', async () => {
  const member = await workspace.person('member', [team]);
  const account = await workspace.serviceAccount([team]);
  const as = ({ client }: Person) => serviceAccountApi(workspace, client).send({});
  expectRefusal(await as(member), 403, 'insufficient_role');
  expectRefusal(await as(account), 403, 'principal_not_supported');
});
