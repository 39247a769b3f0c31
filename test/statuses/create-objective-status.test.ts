import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { statusApi, type StatusApi } from './status-api.ts';

let workspace: TestWorkspace;
let api: StatusApi;

/** A workspace of its own for each test that looks at all statuses. */
async function newPlace() {
  workspace = await newWorkspace();
  api = statusApi(workspace, (await workspace.person('admin')).client, null);
}
beforeAll(newPlace);

test('makes a status after the last one', async () => {
  const { status, json } = await api.send({ name: 'Paused', category: 'started' });

  expect(status).toBe(201);
  expect(json.data).toMatchObject({ teamId: null, name: 'Paused', order: 5, isDefault: false });
  expect(await api.read(json.data.id)).toEqual(json.data);
  expect(await api.list()).toContainEqual(json.data);
});

test('of 8 that are to be the default at once one is in the end', async () => {
  await newPlace();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send({ isDefault: true })));
  for (const { status, text } of answers) expect([201, 409], text).toContain(status);
  expect((await api.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('a name that objectives have, in any case, is a conflict; one of a team is not', async () => {
  await newPlace();
  expectRefusal(await api.send({ name: 'done' }), 409, 'conflict');
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  await statusApi(workspace, member.client, team.id).create({ name: 'Of a team' });

  expect((await api.send({ name: 'Of a team' })).status).toBe(201);
});

test('the same key makes one', async () => {
  await newPlace();
  const [body, headers] = [{ name: randomUUID() }, { 'idempotency-key': newKey() }];
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send(body, headers)));
  for (const { status, json } of answers) expect([status, json]).toEqual([201, answers[0]!.json]);
  expect(await api.list()).toHaveLength(6);
});

test('bad fields, members and service accounts are refused', async () => {
  await newPlace();
  expectBadFields(await api.send({ teamId: randomUUID(), category: 'x' }), ['category', 'teamId']);
  const member = await workspace.person('member');
  const account = await workspace.serviceAccount();
  expectRefusal(await statusApi(workspace, member.client, null).send({}), 403, 'admin_required');
  expectRefusal(await statusApi(workspace, account.client, null).send({}), 403, 'principal_not_supported');
  expect(await api.list()).toHaveLength(5);
});
