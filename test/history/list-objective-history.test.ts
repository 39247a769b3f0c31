import { beforeAll, expect, test } from 'vitest';
import type { Objective } from '../../shared/objectives/objective.ts';
import type { Team } from '../../shared/teams/team.ts';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { dataOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planner } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { historyApi } from './history-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team]);
});

const change = async ({ id, updatedAt }: Objective, fields: object): Promise<Objective> =>
  dataOf(
    await planner(workspace, admin.client).objectives.update(id, { expectedUpdatedAt: updatedAt, ...fields }),
    200,
  );

test('shows of a formerly private objective only what came after, except to those who saw it before', async () => {
  const made = await planner(workspace, admin.client).objective(team, { name: 'A secret', private: true });
  const thing = `objectives/${made.id}`;
  const reader = historyApi(workspace, member.client);
  expectRefusal(await reader.get(thing), 404, 'not_found');
  const opened = await change(made, { name: 'No secret', private: false });
  await change(opened, { health: 'at_risk' });
  const all = await historyApi(workspace, admin.client).of(thing, 3);
  expect(all.map(({ summary }) => summary)).toEqual([
    'A admin set the health to at risk.',
    'A admin renamed it from “A secret” to “No secret” and made it visible to the team.',
    'A admin created the objective.',
  ]);
  const { json } = await reader.get(thing);
  expect(json.data).toMatchObject([
    { changes: [{ field: 'health', from: null, to: 'at_risk' }] },
    { changes: [{ field: 'private', from: true, to: false }] },
  ]);
  expect(JSON.stringify(json)).not.toContain('A secret');
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const { stdout } = await runCli(['history', '--objective', 'No secret'], env);
  expect(stdout).toContain('set the health to at risk');
});
