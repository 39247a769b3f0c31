import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

const leave = ({ client }: Person, { id }: Pick<Team, 'id'>, headers = {}) =>
  client.post(`${workspace.path}/teams/${id}/leave`, undefined, headers);
const membersOf = async ({ id }: Team): Promise<[string[], number]> => [
  await workspace.operator.listTeamMemberIds(id),
  (await workspace.operator.getTeam(id))!.memberCount,
];

test.each(['guest', 'member', 'admin'] as const)('a %s leaves, and is counted out', async (role) => {
  const team = await workspace.team();
  const stays = await workspace.person('member', [team]);
  const person = await workspace.person(role, [team]);
  const { status, json } = await leave(person, team);

  expect([status, json.data]).toEqual([200, { id: person.id, deleted: true }]);
  expect(await membersOf(team)).toEqual([[stays.id], 1]);
  expectRefusal(await person.client.get(`${workspace.path}/teams/${team.id}`), 404, 'not_found');
  expect((await person.client.get('/api/v1/me')).json.data.teamIds).toEqual([]);
});

test('stories stay assigned to a member who leaves', async () => {
  const team = await workspace.team();
  const stays = await workspace.person('member', [team]);
  const person = await workspace.person('member', [team]);
  const api = storyApi(workspace, stays.client);
  const story = await api.create({ teamId: team.id, assigneeId: person.id });
  await leave(person, team);

  expect(await api.read(story.id)).toEqual(story);
  expect((await api.change(story, { title: 'Goes on' })).assigneeId).toBe(person.id);
});

test('a public team can be joined again, a private one cannot', async () => {
  const [open, closed] = [await workspace.team(), await workspace.team({ private: true })];
  const person = await workspace.person('member', [open, closed]);
  for (const team of [open, closed]) await leave(person, team);

  const join = ({ id }: Team) => person.client.post(`${workspace.path}/teams/${id}/join`);
  expect((await join(open)).json.data.memberCount).toBe(1);
  expectRefusal(await join(closed), 404, 'not_found');
});

test('leaving ten times at once is leaving once', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => leave(person, team)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 404, 'not_found');
  }
  expect(await membersOf(team)).toEqual([[], 0]);
});

test('joining and leaving at once leaves the count right', async () => {
  const team = await workspace.team();
  const people = await Promise.all(Array.from({ length: 6 }, () => workspace.person('member')));
  const join = ({ client }: Person) => client.post(`${workspace.path}/teams/${team.id}/join`);
  for (let round = 0; round < 4; round++) {
    await Promise.all(people.flatMap((person) => [join(person), leave(person, team)]));
    const [ids, count] = await membersOf(team);
    expect(count).toBe(ids.length);
    for (const person of people) {
      const joined = (await person.client.get('/api/v1/me')).json.data.teamIds.includes(team.id);
      expect(joined).toBe(ids.includes(person.id));
    }
  }
});

test('the same key is a replay, also when the member is in the team again', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const headers = { 'idempotency-key': newKey() };
  const first = await leave(person, team, headers);
  await person.client.post(`${workspace.path}/teams/${team.id}/join`);
  const replay = await leave(person, team, headers);

  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
  expect((await membersOf(team))[1]).toBe(1);
});

test('a team that the caller is not in, or that the token does not reach, is 404', async () => {
  const [team, other] = [await workspace.team(), await workspace.team()];
  const person = await workspace.person('member', [team]);
  const restricted = await workspace.clientFor(person.id, { teamIds: [other.id] });
  for (const one of [other, { id: randomUUID() }]) expectRefusal(await leave(person, one), 404, 'not_found');
  expectRefusal(await leave({ ...person, client: restricted }, team), 404, 'not_found');
  expect((await membersOf(team))[1]).toBe(1);
});
