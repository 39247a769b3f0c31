import { beforeAll, expect, test } from 'vitest';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { dataOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
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
    await planningApi(workspace, admin.client).objectives.update(id, {
      expectedUpdatedAt: updatedAt,
      ...fields,
    }),
    200,
  );

test('the history of a formerly private objective shows what came after, and what came before only to people who saw it then', async () => {
  const made = await planningApi(workspace, admin.client).objective(team, {
    name: 'A secret',
    private: true,
  });
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

test('a later lead does not read what was written while the objective was private', async () => {
  const made = await planningApi(workspace, admin.client).objective(team, {
    name: 'A secret',
    private: true,
  });
  const thing = `objectives/${made.id}`;
  const renamed = await change(made, { name: 'Another secret' });
  const opened = await change(renamed, { name: 'No secret', private: false });
  const { data } = await planningApi(workspace, member.client)
    .objectives.update(made.id, { expectedUpdatedAt: opened.updatedAt, leadUserId: member.id })
    .then(({ json }) => json as { data: Objective });
  expect(data.leadUserId).toBe(member.id);
  await historyApi(workspace, admin.client).of(thing, 4);
  const reader = historyApi(workspace, member.client);
  const { json } = await reader.get(thing);
  expect(json.data).toMatchObject([
    { changes: [{ field: 'leadUserId' }] },
    { changes: [{ field: 'private', from: true, to: false }] },
  ]);
  expect(JSON.stringify(json)).not.toMatch(/A secret|Another secret/);
});

test('a lead of a private objective reads its past since they became the lead, and no former one after it', async () => {
  const other = await workspace.person('member', [team]);
  const made = await planningApi(workspace, admin.client).objective(team, {
    name: 'First',
    private: true,
    leadUserId: other.id,
  });
  const thing = `objectives/${made.id}`;
  const second = await change(made, { name: 'Second' });
  const handed = await change(second, { leadUserId: member.id });
  const third = await change(handed, { name: 'Third' });
  await historyApi(workspace, admin.client).of(thing, 4);
  const { json } = await historyApi(workspace, member.client).get(thing);
  expect((json.data as { summary: string }[]).map(({ summary }) => summary)).toEqual([
    'A admin renamed it from “Second” to “Third”.',
    'A admin changed the lead.',
  ]);
  await change(third, { private: false });
  await historyApi(workspace, admin.client).of(thing, 5);
  const { json: former } = await historyApi(workspace, other.client).get(thing);
  expect(JSON.stringify(former)).toContain('First');
  expect(JSON.stringify(former)).not.toContain('Third');
});
