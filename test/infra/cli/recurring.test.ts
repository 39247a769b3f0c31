import { expect, test } from 'vitest';
import { dayFromNow, recurringApi } from '../../recurring-stories/recurring-api.ts';
import { workerService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('recurring stories are created, listed, paused, resumed and deleted, by name', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ code: 'ENG' });
  const person = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(args, env);
  const recurring = recurringApi(workspace, person.client);

  const rule = ['--rule', 'FREQ=DAILY;COUNT=2', '--start', dayFromNow(7), '--priority', 'low'];
  const made = await json('recurring', 'create', 'Report', '--team', 'ENG', ...rule, '--by', person.id);
  expect((await recurring.get(made.id)).json.data).toEqual(made);
  expect(made).toMatchObject({ story: { priority: 'low' }, createdBy: person.id });
  expect(made.nextDueDates).toEqual([7, 8].map(dayFromNow));
  const table = await runCli(['recurring', 'list', '--team', 'ENG'], env);
  expect(table.stdout).toContain(made.nextDueDates.join(', '));
  expect((await json('recurring', 'pause', 'report')).nextDueDates).toEqual([]);
  expect((await json('recurring', 'resume', 'Report')).nextDueDates).toEqual(made.nextDueDates);
  const hourly = ['Hourly', '--team', 'ENG', '--rule', 'FREQ=HOURLY', '--by', person.id];
  const refused = await runCli(['recurring', 'create', ...hourly], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('more often than daily') });
  await json('recurring', 'delete', 'Report', '--yes');
  expect((await recurring.get(made.id)).status).toBe(404);
});
