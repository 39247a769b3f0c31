import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Member } from '../../shared/identity/members/member.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readPages } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** A workspace of an admin, and of twelve members of whom every third is in the team; newest first. */
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let members: Member[];
let inTeam: Member[];

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ private: true });
  admin = await workspace.person('admin', [team]);
  for (let index = 0; index < 12; index++) await workspace.person('member', index % 3 ? [] : [team]);
  await workspace.serviceAccount([team]);
  await (await newWorkspace()).person('admin');
  members = await workspace.operator.listMembers(workspace.id);
  const ids = await workspace.operator.listTeamMemberIds(team.id);
  inTeam = members.filter(({ id }) => ids.includes(id));
});

const list = (query = {}, client: Client = admin.client) => client.get(`${workspace.path}/members`, query);

test('the list has the people in the workspace, newest first, and no service accounts', async () => {
  const { status, json } = await list();

  expect(status).toBe(200);
  expect(members).toHaveLength(13);
  expect(json).toEqual({ data: members, meta: { hasMore: false, nextCursor: null } });
});

test('teamId lists the members of the team, also for its guests and service accounts', async () => {
  const guest = await workspace.person('guest', [team]);
  const account = await workspace.serviceAccount([team]);
  const expected = [expect.objectContaining({ id: guest.id }), ...inTeam];
  for (const { client } of [admin, guest, account]) {
    expect((await list({ teamId: team.id }, client)).json.data).toEqual(expected);
  }
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, guest.id))!);
});

test('each member is listed once in pages of every size', async () => {
  const path = `${workspace.path}/members`;
  for (const limit of [1, 4, 13, 100]) {
    const pages = await readPages(admin.client, path, { limit });
    expect(pages.flat()).toEqual(members);
    expect(pages).toHaveLength(Math.ceil(13 / limit));
    const inside = await readPages(admin.client, path, { limit, teamId: team.id });
    expect(inside.flat()).toEqual(inTeam);
    expect(inside).toHaveLength(Math.ceil(5 / limit));
  }
});

test('a member without teams and a service account see the whole workspace, a guest has to name a team', async () => {
  const outsider = members.find(({ id }) => !inTeam.some((member) => member.id === id))!;
  const account = await workspace.serviceAccount();
  for (const client of [await workspace.clientFor(outsider.id), account.client]) {
    expect((await list({}, client)).json.data).toEqual(members);
    expectRefusal(await list({ teamId: team.id }, client), 404, 'not_found');
  }
  const stranger = await workspace.person('guest');
  expectRefusal(await list({}, stranger.client), 400, 'team_required');
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, stranger.id))!);
});

test('a team that is missing, not joined or elsewhere is 404 in the same words, also to an admin', async () => {
  const closed = await workspace.team({ private: true });
  const open = await workspace.team();
  const foreign = await (await newWorkspace()).team();
  const ids = [randomUUID(), closed.id, open.id, foreign.id];
  const answers = await Promise.all(ids.map((teamId) => list({ teamId })));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('bad queries and cursors of other filters are refused', async () => {
  const cursor = (await list({ limit: 1 })).json.meta.nextCursor;

  expectRefusal(await list({ limit: 1, teamId: team.id, cursor }), 400, 'invalid_cursor');
  expectBadFields(await list({ role: 'admin' }), ['query.role']);
  expectBadFields(await list({ teamId: 'x' }), ['query.teamId']);
});
