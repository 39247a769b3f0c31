import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const leave = (client: Client, headers: Record<string, string> = {}) =>
  client.post(`${workspace.path}/leave`, undefined, headers);

test.each(['guest', 'member', 'admin'] as const)(
  'a %s leaves all teams and the workspace, and every token of theirs ends',
  async (role) => {
    const teams = [await workspace.team(), await workspace.team({ private: true })];
    const person = await workspace.person(role, teams);
    const other = await workspace.clientFor(person.id);
    const before = await workspace.operator.getMember(workspace.id, person.id);
    const { status, json } = await leave(person.client);

    const { teamIds: _, ...shown } = before!;
    expect([status, json.data]).toEqual([200, { id: person.id, deleted: true }]);
    for (const { id } of teams) {
      expect(await workspace.operator.listTeamMemberIds(id)).toEqual([]);
      expect((await workspace.operator.getTeam(id))!.memberCount).toBe(0);
    }
    for (const client of [person.client, other]) {
      expectRefusal(await client.get('/api/v1/me'), 401, 'invalid_credential');
    }
    const former = await admin.client.get(`${workspace.path}/members/${person.id}`);
    expect(former.json.data).toEqual({ ...shown, removedAt: expect.any(String) });
  },
);

test('one of ten concurrent requests with one key leaves the workspace, and no one leaves twice', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(Array.from({ length: 10 }, () => leave(person.client, headers)));

  for (const { status } of answers) expect(status).toBeOneOf([200, 401]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await workspace.operator.getTeam(team.id))!.memberCount).toBe(0);
});

test('the last admin stays, also where another was added who has not accepted', async () => {
  const own = await newWorkspace();
  const last = await own.person('admin');
  const body = { name: 'Asked', email: `${newKey()}@example.com`, role: 'admin' };
  const asked = (await last.client.post(`${own.path}/members`, body)).json.data;
  const stay = () => last.client.post(`${own.path}/leave`);
  expectRefusal(await stay(), 409, 'conflict');
  expect((await last.client.get('/api/v1/me')).status).toBe(200);

  // Who was asked goes as they like: they were never one of the admins of whom the last stays.
  const theirs = await own.clientFor(asked.id);
  expect((await theirs.post(`${own.path}/leave`)).status).toBe(200);
  const second = await own.person('admin');
  expect((await stay()).status).toBe(200);
  expectRefusal(await second.client.post(`${own.path}/leave`), 409, 'conflict');
});

test('a token restricted to teams and one without members:write leave nothing', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const restricted = await workspace.clientFor(person.id, { teamIds: [team.id] });
  expect((await leave(restricted)).status).toBe(403);
  const reading = await workspace.clientFor(person.id, { scopes: ['members:read'] });
  expectRefusal(await leave(reading), 403, 'insufficient_scope');
  const account = await workspace.serviceAccount();
  expectRefusal(await leave(account.client), 403, 'principal_not_supported');
  expect((await person.client.get('/api/v1/me')).status).toBe(200);
});

test('a member who comes back has the former id, and none of the tokens', async () => {
  const person = await workspace.person('member');
  const { email } = (await workspace.operator.getMember(workspace.id, person.id))!;
  await leave(person.client);
  const { json } = await admin.client.post(`${workspace.path}/members`, { name: 'Back', email });
  expect(json.data).toMatchObject({ id: person.id, removedAt: null, acceptedAt: null });
  expectRefusal(await person.client.get('/api/v1/me'), 401, 'invalid_credential');
});
