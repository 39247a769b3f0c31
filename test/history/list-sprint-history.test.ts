import { expect, test } from 'vitest';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { historyApi } from './history-api.ts';

test('the history of a sprint shows who changed it, and not that stories came and went', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const plan = planningApi(workspace, member.client);
  const sprint = await plan.sprint(team, { name: 'First' });
  const { updatedAt: expectedUpdatedAt } = sprint;
  await plan.sprints.update(sprint.id, { expectedUpdatedAt, endDate: '2026-11-20', goal: 'Ship it' });
  const entries = await historyApi(workspace, member.client).of(`sprints/${sprint.id}`, 2);
  expect(entries.map(({ summary }) => summary)).toEqual([
    'A member changed the goal and changed the end date from 2026-11-15 to 2026-11-20.',
    'A member created the sprint.',
  ]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  expect((await runCli(['history', '--sprint', 'First'], env)).stdout).toContain('changed the end date');
});
