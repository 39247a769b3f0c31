import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team, await workspace.team()]);
});

test("a token restricted to teams reads none of its holder's personal views, but those of its teams", async () => {
  const own = viewApi(workspace, member.client);
  const personal = await own.create({ name: 'Mine alone', filter: 'secret' });
  const ofTeam = await own.create({ visibility: 'team', teamId: team.id });
  const restricted = viewApi(workspace, await workspace.clientFor(member.id, { teamIds: [team.id] }));
  expect((await restricted.list()).map(({ id }) => id)).toEqual([ofTeam.id]);
  expectRefusal(await restricted.get(personal.id), 404, 'not_found');
  expectRefusal(await restricted.stories(personal.id), 404, 'not_found');
  expectRefusal(await restricted.delete(personal.id), 404, 'not_found');
  expect((await own.list()).map(({ id }) => id)).toContain(personal.id);
});
