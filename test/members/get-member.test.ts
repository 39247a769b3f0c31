import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const get = (id: string, { client } = member) => client.get(`${workspace.path}/members/${id}`);

test('any member of the workspace can be read, and so can the caller', async () => {
  for (const { id } of [await workspace.person('guest'), member]) {
    const { status, json } = await get(id);
    expect([status, json.data.id, json.data.removedAt]).toEqual([200, id, null]);
    const { teamIds: _, ...stored } = (await workspace.operator.getMember(workspace.id, id))!;
    expect(json.data).toEqual(stored);
  }
});

test('a removed member can be read, with the time of the removal', async () => {
  const { id } = await workspace.person('member', [team]);
  const before = (await get(id)).json.data;
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, id))!);

  const { status, json } = await get(id);
  expect([status, json.data]).toEqual([200, { ...before, removedAt: expect.any(String) }]);
});

test('a guest sees their own entry and those of people in a team with them', async () => {
  const guest = await workspace.person('guest', [team]);
  const other = await workspace.person('member', [await workspace.team()]);
  expect((await get(guest.id, guest)).status).toBe(200);
  expect((await get(member.id, guest)).status).toBe(200);

  expectRefusal(await get(other.id, guest), 404, 'not_found');
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, other.id))!);
  expectRefusal(await get(other.id, guest), 404, 'not_found');
});

test('a service account, people elsewhere, and unknown ids are 404', async () => {
  const account = await workspace.serviceAccount([team]);
  const stranger = await (await newWorkspace()).person('member');
  for (const id of [account.id, stranger.id, randomUUID()]) {
    expectRefusal(await get(id), 404, 'not_found');
  }
  expectBadFields(await get('no-id'), ['path.memberId']);
});
