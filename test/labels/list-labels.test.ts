import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readPages } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** Labels of the workspace, of two teams of the caller, and of a team they are not in; newest first. */
let workspace: TestWorkspace;
let team: Team;
let second: Team;
let closed: Team;
let member: Person;
let labels: Label[];

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, second, closed] = [await workspace.team(), await workspace.team(), await workspace.team()];
  member = await workspace.person('guest', [team, second]);
  labels = [];
  const teamIds = [null, team.id, second.id, closed.id];
  for (let index = 0; index < 16; index++) {
    const fields = { workspaceId: workspace.id, teamId: teamIds[index % 4]!, name: `Label ${index}` };
    labels.push(await workspace.operator.createLabel({ ...fields, color: '#123456' }));
  }
  labels.reverse();
});

const list = (query = {}, client: Client = member.client) => client.get(`${workspace.path}/labels`, query);
const of = (...teamIds: (string | null)[]) => labels.filter(({ teamId }) => teamIds.includes(teamId));

test("the list has the workspace's labels and those of joined teams, newest first", async () => {
  const { status, json } = await list();

  expect(status).toBe(200);
  expect(json).toEqual({ data: of(null, team.id, second.id), meta: { hasMore: false, nextCursor: null } });
});

test("a list with teamId has the labels that the team's stories can have", async () => {
  expect((await list({ teamId: team.id })).json.data).toEqual(of(null, team.id));
});

test('each label is listed once in pages of every size', async () => {
  for (const limit of [1, 5, 12, 100]) {
    const pages = await readPages(member.client, `${workspace.path}/labels`, { limit });
    expect(pages.flat()).toEqual(of(null, team.id, second.id));
    expect(pages).toHaveLength(Math.ceil(12 / limit));
  }
});

test('a restricted token, a service account and a member without teams see the labels of their teams', async () => {
  const restricted = await workspace.clientFor(member.id, { teamIds: [second.id] });
  const account = await workspace.serviceAccount([second]);
  for (const client of [restricted, account.client]) {
    expect((await list({}, client)).json.data).toEqual(of(null, second.id));
  }
  expect((await list({}, (await workspace.person('admin')).client)).json.data).toEqual(of(null));
});

test('a team that is missing, not joined or elsewhere is 404 in the same words', async () => {
  const foreign = await (await newWorkspace()).team();
  const ids = [randomUUID(), closed.id, foreign.id];
  const answers = await Promise.all(ids.map((teamId) => list({ teamId })));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('bad queries and cursors of other filters are refused', async () => {
  const cursor = (await list({ limit: 1 })).json.meta.nextCursor;

  expectRefusal(await list({ limit: 1, teamId: team.id, cursor }), 400, 'invalid_cursor');
  expectBadFields(await list({ teamId: 'x', limit: '1e1' }), ['query.teamId', 'query.limit']);
});
