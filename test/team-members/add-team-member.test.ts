import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { fillTeams } from '../teams/fill-teams.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const add = (
  { id }: Pick<Team, 'id'>,
  memberId: unknown,
  { by = admin, headers = {} }: { by?: Person; headers?: Record<string, string> } = {},
) => by.client.post(`${workspace.path}/teams/${id}/members`, { memberId }, headers);

async function membersOf({ id }: Team): Promise<[string[], number]> {
  const team = await workspace.operator.getTeam(id);
  return [await workspace.operator.listTeamMemberIds(id), team!.memberCount];
}

test('an admin puts a member into a public team without being in it', async () => {
  const team = await workspace.team();
  const guest = await workspace.person('guest');
  const { status, json } = await add(team, guest.id);

  expect(status).toBe(200);
  expect(json.data).toMatchObject({ id: guest.id, workspaceId: workspace.id, role: 'guest' });
  expect((await guest.client.get(`${workspace.path}/teams/${team.id}`)).status).toBe(200);
  expect(await membersOf(team)).toEqual([[guest.id], 1]);
});

test('an admin adds a member to a private team only if they are in it', async () => {
  const team = await workspace.team({ private: true });
  const insider = await workspace.person('admin', [team]);
  const { id } = await workspace.person('member');

  expectRefusal(await add(team, id), 404, 'not_found');
  expect(await membersOf(team)).toEqual([[insider.id], 1]);
  expect((await add(team, id, { by: insider })).status).toBe(200);
  expect((await membersOf(team))[1]).toBe(2);
});

test('adding again, or ten times at once, adds once', async () => {
  const team = await workspace.team();
  const { id } = await workspace.person('member');
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(team, id)));
  answers.push(await add(team, id));

  for (const { status, json } of answers) expect([status, json.data.id]).toEqual([200, id]);
  expect(await membersOf(team)).toEqual([[id], 1]);
});

test('20 people added at once are 20 members', async () => {
  const team = await workspace.team();
  const people = await Promise.all(Array.from({ length: 20 }, () => workspace.person('guest')));
  await Promise.all(people.map(({ id }) => add(team, id)));

  const [ids, memberCount] = await membersOf(team);
  expect([ids.length, memberCount]).toEqual([20, 20]);
});

test('an unknown member, one of another workspace only, and a service account are refused in the same words', async () => {
  const team = await workspace.team();
  const stranger = await (await newWorkspace()).person('member');
  const account = await workspace.serviceAccount();
  const answers = await Promise.all(
    [randomUUID(), stranger.id, account.id, team.id].map((id) => add(team, id)),
  );

  for (const answer of answers) {
    expectBadFields(answer, ['memberId'], 'invalid_reference');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect(await membersOf(team)).toEqual([[], 0]);
});

test('a team that is missing or of another workspace is 404, also for an admin of that one', async () => {
  const elsewhere = await newWorkspace();
  const foreign = await elsewhere.team();
  const { id } = await workspace.person('member');
  const answers = [await add({ id: randomUUID() }, id), await add(foreign, id)];

  for (const answer of answers) expectRefusal(answer, 404, 'not_found');
  expectSameRefusal(answers);
});

test('members and guests, even of the team, and tokens restricted to other teams add no one', async () => {
  const [team, other] = [await workspace.team(), await workspace.team()];
  const { id } = await workspace.person('member');
  for (const role of ['member', 'guest'] as const) {
    const by = await workspace.person(role, [other]);
    expectRefusal(await add(other, id, { by }), 403, 'insufficient_role');
  }
  const restricted = await workspace.person('admin', [other], { teamIds: [other.id] });
  expectRefusal(await add(team, id, { by: restricted }), 404, 'not_found');
  expect((await add(other, id, { by: restricted })).status).toBe(200);
  expect(await membersOf(team)).toEqual([[], 0]);
});

test('no member is in more than 500 teams', async () => {
  const { id } = await workspace.person('member');
  const [last, over] = [await workspace.team(), await workspace.team()];
  await fillTeams(workspace, id, 499);

  expect((await add(last, id)).status).toBe(200);
  expectRefusal(await add(over, id), 409, 'conflict');
  expect(await membersOf(over)).toEqual([[], 0]);
});

test.each([[undefined], ['x'], [null], [['x']]])('the memberId %j is refused', async (memberId) => {
  expectBadFields(await add(await workspace.team(), memberId), ['memberId']);
});
