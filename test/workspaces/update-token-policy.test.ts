import { beforeEach, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let people: Person[];

beforeEach(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  people = [await workspace.person('member'), await workspace.person('guest')];
});

const set = (memberTokens: unknown, by = admin) =>
  by.client.request('PUT', `${workspace.path}/token-policy`, { body: { memberTokens } });
const create = ({ client }: Person) =>
  client.post(`${workspace.path}/tokens`, { name: 'Mine', scopes: ['stories:read'] });
const listed = ({ client }: Person) => readAll(client, `${workspace.path}/tokens`);

test('an admin forbids new tokens of all but admins, and allows them again', async () => {
  const { status, json } = await set('forbidden');
  expect([status, json.data]).toEqual([200, { memberTokens: 'forbidden' }]);
  for (const person of people) {
    const before = await listed(person);
    expectRefusal(await create(person), 403, 'insufficient_role');
    expect(await listed(person)).toEqual(before);
  }
  expect((await create(admin)).status).toBe(201);

  await set('allowed');
  for (const person of people) expect((await create(person)).status).toBe(201);
});

test('the policy leaves existing tokens, which their people revoke', async () => {
  const [person] = people as [Person];
  const { id } = (await create(person)).json.data;
  await set('forbidden');
  expect((await listed(person)).find((one) => one.id === id).revokedAt).toBeNull();
  expect((await person.client.post(`${workspace.path}/tokens/${id}/revoke`)).status).toBe(200);
});

test('the policy is set by admins, to one of two values', async () => {
  for (const person of people) expectRefusal(await set('forbidden', person), 403, 'insufficient_role');
  for (const value of ['maybe', null, true]) expectBadFields(await set(value), ['memberTokens']);
  expect((await create(people[0]!)).status).toBe(201);
});

test('a new policy is in the audit trail, once', async () => {
  for (let time = 0; time < 2; time++) await set('forbidden');
  const entries = await readAll(admin.client, `${workspace.path}/audit-events`, {
    type: 'workspace.updated',
  });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    actor: { id: admin.id },
    target: { kind: 'workspace', id: workspace.id, name: expect.any(String) },
    changes: [{ field: 'memberTokens', from: 'allowed', to: 'forbidden' }],
  });
});

test('the policy leaves the rest of the workspace as it was', async () => {
  const before = (await admin.client.get(workspace.path)).json.data;
  await set('forbidden');
  expect((await admin.client.get(workspace.path)).json.data).toEqual(before);
});
