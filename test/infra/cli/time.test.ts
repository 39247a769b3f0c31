import { expect, test } from 'vitest';
import { workerService } from '../../support/service.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { timeApi } from '../../time-entries/time-api.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('time is logged, listed and deleted from the command line', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ code: 'PAY' });
  const person = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(args, env);
  const time = timeApi(workspace, person.client);
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });

  const made = await json('time', 'log', 'PAY-1', '1h30m', '--note', 'Measured it', '--by', person.id);
  expect(made).toMatchObject({ minutes: 90, note: 'Measured it', memberId: person.id });
  expect((await time.listOf(story)).json.data).toEqual([made]);
  const started = ['--started', '2026-04-06T10:00:00Z', '--by', person.id];
  const old = await json('time', 'log', 'PAY-1', '45', ...started);
  expect(await json('time', 'list', 'PAY-1')).toEqual([old, made]);
  const filter = ['--member', person.id, '--team', 'PAY', '--before', '2026-04-07', '--since', '2026-04-06'];
  expect(await json('time', 'list', ...filter)).toEqual([old]);
  expect((await runCli(['time', 'list'], env)).stdout).toMatch(/1:30 +Measured it/);
  const wrong = await runCli(['time', 'log', 'PAY-1', 'soon', '--by', person.id], env);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('a duration such as 90m') });
  const mixed = await runCli(['time', 'list', 'PAY-1', '--team', 'PAY'], env);
  expect(mixed.stderr).toContain('leave out the other options');
  await json('time', 'delete', 'PAY-1', made.id, '--yes', '--by', person.id);
  expect((await time.listOf(story)).json.data).toEqual([old]);
});
