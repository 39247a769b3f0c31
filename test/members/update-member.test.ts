import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '../../shared/identity/members/member.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const at = ({ path }: TestWorkspace, id: string) => `${path}/members/${id}`;
const read = async (id: string, by = admin, place = workspace): Promise<Member> =>
  (await by.client.get(at(place, id))).json.data;
const update = (
  { id, updatedAt }: Member,
  fields: object,
  { by = admin, place = workspace, headers = {} } = {},
) => by.client.patch(at(place, id), { expectedUpdatedAt: updatedAt, ...fields }, headers);

test('an update changes name and role, which counts from the next request on', async () => {
  const person = await workspace.person('member', [await workspace.team()]);
  const member = await read(person.id);
  const { status, json } = await update(member, { name: 'Ada', role: 'guest' });

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...member, name: 'Ada', role: 'guest', updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > member.updatedAt).toBe(true);
  expect(await read(person.id)).toEqual(json.data);
  const me = (await person.client.get('/api/v1/me')).json.data;
  expect([me.role, me.teamIds]).toEqual(['guest', [expect.any(String)]]);
  const answer = await person.client.post(`${workspace.path}/labels`, { name: 'Not any more' });
  expectRefusal(answer, 403, 'insufficient_role');
});

describe('the last admin', () => {
  test('keeps the role, but can have another name', async () => {
    const place = await newWorkspace();
    const by = await place.person('admin');
    const member = await read(by.id, by, place);
    for (const role of ['guest', 'member']) {
      expectRefusal(await update(member, { role }, { by, place }), 409, 'conflict');
    }
    expect(await read(by.id, by, place)).toEqual(member);
    expect((await update(member, { name: 'Still', role: 'admin' }, { by, place })).status).toBe(200);
  });

  test('stays an admin when 8 demote themselves at once', async () => {
    const place = await newWorkspace();
    const people = await Promise.all(Array.from({ length: 8 }, () => place.person('admin')));
    const members = await Promise.all(people.map((person) => read(person.id, person, place)));
    const answers = await Promise.all(
      members.map((member, index) => update(member, { role: 'member' }, { by: people[index]!, place })),
    );

    for (const { status, text } of answers) expect([200, 409, 503], text).toContain(status);
    const now = await place.operator.listMembers(place.id);
    const left = now.filter(({ role }) => role === 'admin');
    expect(left).toHaveLength(answers.filter(({ status }) => status !== 200).length);
    expect(left.length).toBeGreaterThan(0);
  });

  test('can be demoted once there is another, however that one became one', async () => {
    const place = await newWorkspace();
    const by = await place.person('admin');
    const other = await place.person('member');
    const promoted = await update(await read(other.id, by, place), { role: 'admin' }, { by, place });
    expect(promoted.json.data.role).toBe('admin');

    const own = await update(await read(by.id, by, place), { role: 'member' }, { by, place });
    expect([own.status, own.json.data.role]).toEqual([200, 'member']);
    expectRefusal(await update(own.json.data, { role: 'admin' }, { by, place }), 403, 'insufficient_role');
    expectRefusal(await update(promoted.json.data, { role: 'guest' }, { by: other, place }), 409, 'conflict');
  });
});

test.each([
  [{}, ['body']],
  [{ role: 'owner' }, ['role']],
  [{ role: null }, ['role']],
  [{ name: '' }, ['name']],
])('an update with %j is refused', async (fields, paths) => {
  const { id } = await workspace.person('member');
  const member = await read(id);
  expectBadFields(await update(member, fields), paths);
  expect(await read(id)).toEqual(member);
});

test('a member changes no one, not even their own entry', async () => {
  const by = await workspace.person('member');
  const member = await read(by.id);
  expectRefusal(await update(member, { role: 'admin' }, { by }), 403, 'insufficient_role');
  expect(await read(by.id)).toEqual(member);
});

test('a service account, a former member, and unknown ids are 404', async () => {
  const account = await workspace.serviceAccount();
  const { id } = await workspace.person('member');
  const former = await read(id);
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, id))!);
  for (const nobody of [account.id, id, randomUUID()]) {
    expectRefusal(await update({ ...former, id: nobody }, { name: 'x' }), 404, 'not_found');
  }
});
