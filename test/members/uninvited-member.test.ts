import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Member } from '../../shared/identity/members/member.ts';
import { expectRefusal } from '../support/answers.ts';
import {
  addressOf,
  createStoryAs,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import type { Team } from '../../shared/identity/team/team.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
});

const members = () => `${workspace.path}/members`;

async function add(body: object = { name: 'octocat' }): Promise<Member> {
  const answer = await admin.client.post(members(), body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data as Member;
}

const update = ({ id, updatedAt }: Member, body: object) =>
  admin.client.patch(`${members()}/${id}`, { expectedUpdatedAt: updatedAt, ...body });

test('a member can be added by name alone, joins teams, is assigned stories, and can be removed', async () => {
  const member = await add();
  expect(member).toMatchObject({ name: 'octocat', email: null, role: 'member', acceptedAt: null });
  const joined = await admin.client.post(`${workspace.path}/teams/${team.id}/members`, {
    memberId: member.id,
  });
  expect(joined.status, joined.text).toBe(200);
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id, assigneeId: member.id });
  expect(story.assigneeId).toBe(member.id);
  const { data } = (await admin.client.get(members())).json;
  expect(data).toContainEqual(member);
  expect((await admin.client.delete(`${members()}/${member.id}`)).status).toBe(200);
  const { json } = await admin.client.get(`${members()}/${member.id}`);
  expect(json.data).toMatchObject({ name: 'octocat', email: null, removedAt: expect.any(String) });
});

test('an address that is set later makes the member the person who has it, with the same id', async () => {
  const elsewhere = await newWorkspace();
  const other = await elsewhere.person('member');
  for (const email of [`${randomUUID()}@example.com`, await addressOf(elsewhere, other.id)]) {
    const member = await add();
    const answer = await update(member, { email });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({ id: member.id, name: 'octocat', email, acceptedAt: null });
    expect(await workspace.operator.findMemberId(workspace.id, email)).toBe(member.id);
    expectRefusal(await admin.client.post(members(), { email, name: 'Twice' }), 409, 'conflict');
    expect((await update(answer.json.data, { email, name: 'Octo' })).status).toBe(200);
  }
});

test('an address is set once, and not that of another member', async () => {
  const member = await add();
  const theirs = await addressOf(workspace, admin.id);
  expectRefusal(await update(member, { email: theirs }), 409, 'conflict');
  expectRefusal(await update(member, { email: 'nowhere' }), 400, 'invalid_request');
  const { data } = (await admin.client.get(`${members()}/${admin.id}`)).json;
  expectRefusal(await update(data, { email: `${randomUUID()}@example.com` }), 409, 'conflict');
});
