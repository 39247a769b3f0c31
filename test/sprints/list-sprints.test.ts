import { beforeAll, expect, test } from 'vitest';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll, readPages } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let teams: Team[];
let member: Person;
let sprints: Sprint[];

beforeAll(async () => {
  workspace = await newWorkspace();
  teams = await Promise.all(Array.from({ length: 3 }, () => workspace.team()));
  member = await workspace.person('member', teams);
  const plan = planningApi(workspace, member.client);
  sprints = [];
  for (let made = 0; made < 15; made++) sprints.unshift(await plan.sprint(teams[made % 3]!));
});

const path = () => `${workspace.path}/sprints`;
const ids = (list: { id: string }[]) => list.map(({ id }) => id);
const newest = (list: { id: string }[]) => ids(list).sort().reverse();

test.each([1, 4, 7, 100])('pages of %i hold every sprint once, newest first', async (limit) => {
  const pages = await readPages(member.client, path(), { limit });
  expect(ids(pages.flat())).toEqual(newest(sprints));
  for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
});

test('a team filter leaves the others out', async () => {
  const found = await readAll(member.client, path(), { teamId: teams[1]!.id });
  expect(ids(found)).toEqual(newest(sprints.filter(({ teamId }) => teamId === teams[1]!.id)));
});

test('a credential restricted to several teams must name one, and reaches no other', async () => {
  const restricted = await workspace.clientFor(member.id, { teamIds: [teams[0]!.id, teams[1]!.id] });
  expectRefusal(await restricted.get(path()), 400, 'team_required');
  const found = await readAll(restricted, path(), { teamId: teams[0]!.id });
  expect(ids(found)).toEqual(newest(sprints.filter(({ teamId }) => teamId === teams[0]!.id)));
  expectRefusal(await restricted.get(path(), { teamId: teams[2]!.id }), 404, 'not_found');
});

test('a credential restricted to one team need not name it', async () => {
  const restricted = await workspace.clientFor(member.id, { teamIds: [teams[2]!.id] });
  const found = await readAll(restricted, path());
  expect(ids(found)).toEqual(newest(sprints.filter(({ teamId }) => teamId === teams[2]!.id)));
});
