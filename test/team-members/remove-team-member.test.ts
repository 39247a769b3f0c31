import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const remove = ({ id }: Pick<Team, 'id'>, memberId: string, { by = admin, headers = {} } = {}) =>
  by.client.delete(`${workspace.path}/teams/${id}/members/${memberId}`, headers);
const membersOf = async ({ id }: Team): Promise<[string[], number]> => [
  await workspace.operator.listTeamMemberIds(id),
  (await workspace.operator.getTeam(id))!.memberCount,
];

test('an admin takes a member out of a public team without being in it', async () => {
  const team = await workspace.team();
  const stays = await workspace.person('member', [team]);
  const person = await workspace.person('member', [team]);
  const { status, json } = await remove(team, person.id);

  expect([status, json.data]).toEqual([200, { id: person.id, deleted: true }]);
  expect(await membersOf(team)).toEqual([[stays.id], 1]);
  expectRefusal(await person.client.get(`${workspace.path}/teams/${team.id}`), 404, 'not_found');
});

test('an admin takes a member out of a private team only if they are in it', async () => {
  const team = await workspace.team({ private: true });
  const insider = await workspace.person('admin', [team]);
  const person = await workspace.person('member', [team]);

  expectRefusal(await remove(team, person.id), 404, 'not_found');
  expect((await membersOf(team))[1]).toBe(2);
  expect((await remove(team, person.id, { by: insider })).status).toBe(200);
  expect(await membersOf(team)).toEqual([[insider.id], 1]);
});

test('one of ten concurrent removals takes place; different people removed at once are all counted', async () => {
  const team = await workspace.team();
  const people = await Promise.all(Array.from({ length: 5 }, () => workspace.person('member', [team])));
  const answers = await Promise.all(people.flatMap(({ id }) => [remove(team, id), remove(team, id)]));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await membersOf(team)).toEqual([[], 0]);
});

test('a member removes no one, and a person who is not in the team cannot be removed', async () => {
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  expectRefusal(await remove(team, member.id, { by: member }), 403, 'insufficient_role');
  const account = await workspace.serviceAccount([team]);
  const outsider = await workspace.person('member');
  for (const id of [account.id, outsider.id, randomUUID()]) {
    expectRefusal(await remove(team, id), 404, 'not_found');
  }
  expectRefusal(await remove({ id: randomUUID() }, member.id), 404, 'not_found');
  expect(await membersOf(team)).toEqual([[member.id], 1]);
});
