import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

/** When a UUIDv7 was made (RFC 9562, section 5.7). */
const millisecondsOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

const newEmail = () => `${randomUUID()}@example.com`;
const send = (body: object, headers: Record<string, string> = {}, client: Client = admin.client) =>
  client.post(`${workspace.path}/members`, body, headers);

/** Does something that is refused, and holds that no member came of it. */
async function withoutNewMember(act: () => Promise<unknown>) {
  const before = await workspace.operator.listMembers(workspace.id);
  await act();
  expect(await workspace.operator.listMembers(workspace.id)).toEqual(before);
}

test('name and email address are enough for a member, who starts without teams', async () => {
  const email = newEmail();
  const { status, json } = await send({ name: 'Ada', email });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    name: 'Ada',
    email,
    role: 'member',
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    removedAt: null,
    acceptedAt: null,
  });
  const stored = await workspace.operator.getMember(workspace.id, json.data.id);
  expect(stored).toEqual({ ...json.data, teamIds: [] });
});

test.each(['guest', 'member', 'admin'])('an admin adds a %s, who can act at once', async (role) => {
  const { id } = (await send({ name: 'New', email: newEmail(), role })).json.data;
  const client = await workspace.clientFor(id);

  expect((await client.get('/api/v1/me')).json.data).toMatchObject({ principalId: id, role, teamIds: [] });
});

describe('an email address', () => {
  test('is in a workspace once, whatever its case', async () => {
    const email = newEmail();
    await send({ name: 'First', email });

    await withoutNewMember(async () => {
      for (const again of [email, email.toUpperCase()]) {
        expectRefusal(await send({ name: 'Second', email: again, role: 'admin' }), 409, 'conflict');
      }
    });
  });

  test('is taken by one of ten requests at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ name: 'Race', email })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  test('that is known elsewhere looks like any other, and reveals nothing of the other workspace', async () => {
    const elsewhere = await newWorkspace();
    const boss = await elsewhere.person('admin');
    const email = newEmail();
    const known = (
      await boss.client.post(`${elsewhere.path}/members`, { name: 'Their name', email, role: 'admin' })
    ).json;
    const here = await send({ name: 'Our name', email });
    const unknown = await send({ name: 'Our name', email: newEmail() });

    expect(here.status).toBe(unknown.status);
    expect(here.json.data).toEqual({
      ...unknown.json.data,
      id: expect.any(String),
      email,
      createdAt: expect.any(String),
      updatedAt: here.json.data.createdAt,
    });
    expect(here.json.data).toMatchObject({ name: 'Our name', role: 'member', workspaceId: workspace.id });
    // An id of this workspace, as old as the member.
    expect(here.json.data.id).not.toBe(known.data.id);
    expect(millisecondsOf(here.json.data.id)).toBe(Date.parse(here.json.data.createdAt));
    const theirs = await elsewhere.operator.getMember(elsewhere.id, known.data.id);
    expect(theirs).toMatchObject({ name: 'Their name', role: 'admin' });
  });

  test('that two workspaces add at once is one person in both', async () => {
    const elsewhere = await newWorkspace();
    const boss = await elsewhere.person('admin');
    const body = { name: 'Both', email: newEmail() };
    const answers = await Promise.all([send(body), boss.client.post(`${elsewhere.path}/members`, body)]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const people = await Promise.all(
      [workspace, elsewhere].map(async (place, index) => {
        const { id } = answers[index]!.json.data;
        return await place.operator.personOf({ workspaceId: place.id, id });
      }),
    );
    expect(people[0]!.userId).toBe(people[1]!.userId);
    expect(answers[0].json.data.id).not.toBe(answers[1].json.data.id);
  });
});

test('a removed member can be added again', async () => {
  const body = { name: 'Back', email: newEmail() };
  const { id } = (await send(body)).json.data;
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, id))!);

  const again = await send(body);
  expect([again.status, again.json.data.id]).toEqual([201, id]);
});

describe('an Idempotency-Key', () => {
  test('is refused for other bytes, and replays a member as they are now, or not at all', async () => {
    const [body, headers] = [{ name: 'Before', email: newEmail() }, { 'idempotency-key': newKey() }];
    const { id } = (await send(body, headers)).json.data;
    await withoutNewMember(async () => {
      const other = await send({ ...body, email: newEmail() }, headers);
      expectRefusal(other, 409, 'idempotency_key_reused');
    });

    const member = (await workspace.operator.getMember(workspace.id, id))!;
    await workspace.operator.updateMember(member, { name: 'After' });
    expect((await send(body, headers)).json.data.name).toBe('After');
    await workspace.operator.removeMember(member);
    await withoutNewMember(async () => expectRefusal(await send(body, headers), 404, 'not_found'));
  });
});

test('members, guests and service accounts add no one', async () => {
  const body = { name: 'No', email: newEmail() };
  await withoutNewMember(async () => {
    const account = await workspace.serviceAccount();
    expectRefusal(await send(body, {}, account.client), 403, 'principal_not_supported');
  });
  for (const role of ['member', 'guest'] as const) {
    const { client } = await workspace.person(role);
    await withoutNewMember(async () => expectRefusal(await send(body, {}, client), 403, 'insufficient_role'));
  }
});

test.each<[object, string]>([
  [{ email: 'a@example.com' }, 'name'],
  [{ name: '', email: 'a@example.com' }, 'name'],
  [{ name: 'x\u0000', email: 'a@example.com' }, 'name'],
  [{ name: 'x', email: '' }, 'email'],
  [{ name: 'x', email: 'nobody' }, 'email'],
  [{ name: 'x', email: 'a@b' }, 'email'],
  [{ name: 'x', email: 'a b@example.com' }, 'email'],
  [{ name: 'x', email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  [{ name: 'x', email: 'Ada <a@example.com>' }, 'email'],
  [{ name: 'x', email: `${'a'.repeat(250)}@example.com` }, 'email'],
  [{ name: 'x', email: null }, 'email'],
  [{ name: 'x', email: 'a@example.com', role: 'owner' }, 'role'],
  [{ name: 'x', email: 'a@example.com', role: null }, 'role'],
  [{ name: 'x', email: 'a@example.com', teamIds: [] }, 'teamIds'],
])('a member with %j is refused', async (body, path) => {
  await withoutNewMember(async () => expectBadFields(await send(body), [path]));
});
