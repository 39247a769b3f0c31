import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal, readAll } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const remove = (id: string, { by = admin, place = workspace, headers = {} } = {}) =>
  by.client.delete(`${place.path}/members/${id}`, headers);
const read = async (id: string) => (await admin.client.get(`${workspace.path}/members/${id}`)).json.data;
const countOf = async (teamId: string) => (await workspace.operator.getTeam(teamId))!.memberCount;

test('removal takes a person out of all teams and the workspace, and ends their tokens', async () => {
  const teams = [await workspace.team(), await workspace.team({ private: true })];
  await workspace.person('member', teams);
  const person = await workspace.person('member', teams);
  const before = await read(person.id);
  const { status, json } = await remove(person.id);

  expect([status, json.data]).toEqual([200, { id: person.id, deleted: true }]);
  expect(await read(person.id)).toEqual({ ...before, removedAt: expect.any(String) });
  expectRefusal(await person.client.get('/api/v1/me'), 401, 'invalid_credential');
  for (const { id } of teams) {
    expect(await countOf(id)).toBe(1);
    expect(await workspace.operator.listTeamMemberIds(id)).not.toContain(person.id);
  }
  const listed = await readAll(admin.client, `${workspace.path}/members`, { limit: 100 });
  expect(listed.map(({ id }) => id)).not.toContain(person.id);
});

test('stories stay assigned to a removed member, and can be changed; no other is assigned to them', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const colleague = await workspace.person('member', [team]);
  const api = storyApi(workspace, colleague.client);
  const story = await api.create({ teamId: team.id, assigneeId: person.id });
  await remove(person.id);

  expect(await api.read(story.id)).toEqual(story);
  expect((await read(story.assigneeId!)).id).toBe(person.id);
  expect((await api.change(story, { title: 'Goes on' })).assigneeId).toBe(person.id);
  const again = await api.send({ title: 'New', teamId: team.id, assigneeId: person.id });
  expectRefusal(again, 400, 'invalid_reference');
});

test('a member who is added again has the same id, no teams, and none of the old tokens', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const { email, name } = await read(person.id);
  await remove(person.id);
  const added = await admin.client.post(`${workspace.path}/members`, { email, name, role: 'admin' });

  expect(added.json.data).toMatchObject({ id: person.id, removedAt: null, role: 'admin' });
  expect(await read(person.id)).toEqual(added.json.data);
  expectRefusal(await person.client.get('/api/v1/me'), 401, 'invalid_credential');
  const fresh = await workspace.clientFor(person.id);
  expect((await fresh.get('/api/v1/me')).json.data).toMatchObject({ role: 'admin', teamIds: [] });
  expect((await remove(person.id)).status).toBe(200);
});

test('one of 8 concurrent removals takes place, and each team counts it once', async () => {
  const teams = await Promise.all(Array.from({ length: 5 }, () => workspace.team()));
  const { id } = await workspace.person('member', teams);
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)));

  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  for (const answer of answers.filter((one) => one !== done[0])) expectRefusal(answer, 404, 'not_found');
  for (const team of teams) expect(await countOf(team.id)).toBe(0);
});

test('a member who joins teams at once is in none in the end, and counted nowhere', async () => {
  for (let round = 0; round < 3; round++) {
    const teams = await Promise.all(Array.from({ length: 4 }, () => workspace.team()));
    const person = await workspace.person('member');
    const join = ({ id }: { id: string }) => person.client.post(`${workspace.path}/teams/${id}/join`);
    const [removal] = await Promise.all([remove(person.id), ...teams.map(join)]);
    const { status } = removal.status === 409 ? await remove(person.id) : removal;

    expect(status).toBe(200);
    for (const { id } of teams) {
      expect([await countOf(id), await workspace.operator.listTeamMemberIds(id)]).toEqual([0, []]);
    }
  }
});

test('a member of 90 teams leaves all of them', async () => {
  const teams = await Promise.all(Array.from({ length: 90 }, () => workspace.team()));
  const person = await workspace.person('member', teams);
  expect((await remove(person.id)).status).toBe(200);
  for (const { id } of teams) expect(await countOf(id)).toBe(0);
});

describe('the last admin', () => {
  test('cannot be removed, nor leave', async () => {
    const place = await newWorkspace();
    const by = await place.person('admin');
    expectRefusal(await remove(by.id, { by, place }), 409, 'conflict');
    expect((await by.client.get('/api/v1/me')).json.data.role).toBe('admin');
  });

  test('stays if two admins remove each other', async () => {
    for (let round = 0; round < 5; round++) {
      const place = await newWorkspace();
      const [one, other] = [await place.person('admin'), await place.person('admin')];
      const answers = await Promise.all([
        remove(one.id, { by: other, place }),
        remove(other.id, { by: one, place }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await place.operator.listMembers(place.id)).toMatchObject([{ role: 'admin' }]);
    }
  });
});

test('the same key is a replay, also when the member is already removed', async () => {
  const { id } = await workspace.person('member');
  const headers = { 'idempotency-key': newKey() };
  const first = await remove(id, { headers });
  const replay = await remove(id, { headers });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
});

test('a member removes no one, and only a member can be removed', async () => {
  const by = await workspace.person('member');
  expectRefusal(await remove(by.id, { by }), 403, 'insufficient_role');
  const account = await workspace.serviceAccount();
  const stranger = await (await newWorkspace()).person('member');
  for (const id of [account.id, stranger.id, randomUUID()]) {
    expectRefusal(await remove(id), 404, 'not_found');
  }
  expect((await account.client.get('/api/v1/me')).status).toBe(200);
  expect((await stranger.client.get('/api/v1/me')).status).toBe(200);
});
