import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { fillTeams } from '../teams/fill-teams.ts';

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

const join = (client: Client, teamId: string, headers: Record<string, string> = {}) =>
  client.post(`${workspace.path}/teams/${teamId}/join`, undefined, headers);

/** Who is in a team, by the list and by the count. */
async function membersOf(teamId: string): Promise<[string[], number]> {
  const team = await workspace.operator.getTeam(teamId);
  return [await workspace.operator.listTeamMemberIds(teamId), team!.memberCount];
}

test('a member joins a public team and sees it at once', async () => {
  const team = await workspace.team();
  const { id, client } = await workspace.person('member');
  const { status, json } = await join(client, team.id);

  expect([status, json.data]).toEqual([200, { ...team, memberCount: 1 }]);
  expect((await client.get(`${workspace.path}/teams`)).json.data).toEqual([json.data]);
  expect(await membersOf(team.id)).toEqual([[id], 1]);
});

test('joining does not move the version of the team', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('admin');

  expect((await join(client, team.id)).json.data.updatedAt).toBe(team.updatedAt);
});

test('joining twice is joining once, also at the same moment', async () => {
  const team = await workspace.team();
  const { id, client } = await workspace.person('member');
  const answers = await Promise.all(Array.from({ length: 10 }, () => join(client, team.id)));
  answers.push(await join(client, team.id));

  for (const { status, json } of answers) expect([status, json.data.memberCount]).toEqual([200, 1]);
  expect(await membersOf(team.id)).toEqual([[id], 1]);
});

test('20 people who join at once are 20 members', async () => {
  const team = await workspace.team();
  const people = await Promise.all(Array.from({ length: 20 }, () => workspace.person('member')));
  const answers = await Promise.all(people.map(({ client }) => join(client, team.id)));

  for (const { status } of answers) expect(status).toBe(200);
  const [ids, memberCount] = await membersOf(team.id);
  expect(memberCount).toBe(20);
  expect(ids.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
});

test('a member who joins 20 teams at once is in all of them', async () => {
  const teams = await Promise.all(Array.from({ length: 20 }, () => workspace.team()));
  const { client } = await workspace.person('member');
  await Promise.all(teams.map(({ id }) => join(client, id)));

  const { teamIds } = (await client.get('/api/v1/me')).json.data;
  expect(teamIds.toSorted()).toEqual(teams.map(({ id }) => id).toSorted());
});

test('a private, missing or foreign team is 404 in the same words, also to an admin; a member of it joins again', async () => {
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const admin = await workspace.person('admin');
  const answers = await Promise.all(
    [randomUUID(), closed.id, foreign.id].map((teamId) => join(admin.client, teamId)),
  );

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect(await membersOf(closed.id)).toEqual([[], 0]);
  const insider = await workspace.person('member', [closed]);
  expect((await join(insider.client, closed.id)).json.data.memberCount).toBe(1);
});

test('a guest, a service account and a restricted token join nothing', async () => {
  const team = await workspace.team();
  const other = await workspace.team();
  const [guest, account] = [await workspace.person('guest'), await workspace.serviceAccount()];
  expectRefusal(await join(guest.client, team.id), 403, 'insufficient_role');
  expectRefusal(await join(account.client, team.id), 403, 'principal_not_supported');
  for (const { client } of [
    await workspace.person('admin', [other], { teamIds: [other.id] }),
    await workspace.person('admin', [], { teamIds: [team.id] }),
  ]) {
    expectRefusal(await join(client, team.id), 403, 'restricted_credential');
  }
  expect(await membersOf(team.id)).toEqual([[], 0]);
});

test('no member is in more than 500 teams', async () => {
  const { id, client } = await workspace.person('member');
  const teams = await Promise.all(Array.from({ length: 3 }, () => workspace.team()));
  await fillTeams(workspace, id, 499);

  expect((await join(client, teams[0]!.id)).status).toBe(200);
  expectRefusal(await join(client, teams[1]!.id), 409, 'conflict');
  expect(await membersOf(teams[1]!.id)).toEqual([[], 0]);
  expect((await join(client, teams[0]!.id)).status, 'again').toBe(200);
});

describe('an Idempotency-Key', () => {
  test('makes the same request a replay, also where nothing had to be done', async () => {
    const [team, other] = [await workspace.team(), await workspace.team()];
    const { client } = await workspace.person('member', [team]);
    const headers = { 'idempotency-key': newKey() };
    const first = await join(client, team.id, headers);
    const replay = await join(client, team.id, headers);

    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.json).toEqual(first.json);
    expectRefusal(await join(client, other.id, headers), 409, 'idempotency_key_reused');
    expect(await membersOf(other.id)).toEqual([[], 0]);
  });

  test('shows nothing to a member who has left since', async () => {
    const team = await workspace.team();
    const { id, client } = await workspace.person('member');
    const headers = { 'idempotency-key': newKey() };
    await join(client, team.id, headers);
    await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: id });

    expectRefusal(await join(client, team.id, headers), 404, 'not_found');
    expect(await membersOf(team.id)).toEqual([[], 0]);
  });
});

test('a body with members and a bad id are refused', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('member');

  const path = `${workspace.path}/teams/${team.id}/join`;
  expectBadFields(await client.post(path, { memberId: randomUUID() }), ['body']);
  expectBadFields(await join(client, 'ENG'), ['path.teamId']);
  expect(await membersOf(team.id)).toEqual([[], 0]);
});
