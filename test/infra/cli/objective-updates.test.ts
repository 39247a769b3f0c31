import { expect, test } from 'vitest';
import { planningApi } from '../../support/planning.ts';
import { workerService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('updates of objectives are written, listed, changed and deleted, and a team asks for them', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ code: 'ENG' });
  const person = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(args, env);
  const plan = planningApi(workspace, person.client);
  const updates = plan.updatesOf(await plan.objective(team, { name: 'Reach it' }));

  const write = ['create', 'reach it', '--health', 'at_risk', '--body', 'It waits.', '--by', person.id];
  const made = await json('objective-updates', ...write);
  expect((await updates.get(made.id)).json.data).toEqual(made);
  expect(made).toMatchObject({ health: 'at_risk', body: 'It waits.', authorId: person.id });
  expect(await json('objective-updates', 'list', 'Reach it', '--team', 'ENG')).toEqual([made]);
  const table = await runCli(['objective-updates', 'list', 'Reach it'], env);
  expect(table.stdout).toMatch(/at risk +It waits\./);

  await json('objective-updates', 'update', 'Reach it', made.id, '--body', 'It goes on.', '--by', person.id);
  expect((await updates.get(made.id)).json.data).toMatchObject({ health: 'at_risk', body: 'It goes on.' });
  const unasked = await runCli(['objective-updates', 'delete', 'Reach it', made.id, '--by', person.id], env);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') });
  const unknown = await runCli(
    ['objective-updates', 'delete', 'Reach it', person.id, '--yes', '--by', person.id],
    env,
  );
  expect(unknown.stderr).toContain('has no update with the id');
  await json('objective-updates', 'delete', 'Reach it', made.id, '--yes', '--by', person.id);
  expect((await updates.list()).json.data).toEqual([]);

  expect(await json('teams', 'update', 'ENG', '--update-every', '14')).toMatchObject({ updateEveryDays: 14 });
  expect(await json('teams', 'update', 'ENG', '--name', 'Eng')).toMatchObject({ updateEveryDays: 14 });
  expect(await json('teams', 'update', 'ENG', '--no-update-every')).toMatchObject({ updateEveryDays: null });
});
