import { expect, test } from 'vitest';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson, startCli } from './cli.ts';

test('a view is saved, listed, run and deleted by its name', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const ada = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const urgent = await createStoryAs(ada.client, workspace, {
    teamId: team.id,
    title: 'A',
    priority: 'urgent',
  });
  await createStoryAs(ada.client, workspace, { teamId: team.id, title: 'B' });

  const fields = ['--filter', 'priority:urgent', '--sort', '-createdAt', '--columns', 'reference,title'];
  const view = await runJson(['views', 'create', 'Urgent ones', '--team', 'ENG', ...fields], env);
  expect(view).toMatchObject({ visibility: 'team', teamId: team.id, columns: ['reference', 'title'] });
  expect(view.ownerId).toBe(ada.id);
  expect(await runJson(['views', 'list'], env)).toEqual([view]);
  const run = () => runJson(['views', 'stories', 'urgent ones'], env);
  await expect.poll(run).toMatchObject([{ id: urgent.id }]);
  const wrong = await runCli(['views', 'create', 'x', '--filter', 'prioritty:high'], env);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('priority')]);
  expect(await runJson(['views', 'delete', 'Urgent ones', '--yes'], env)).toEqual({
    id: view.id,
    deleted: true,
  });
  expect(await runJson(['views', 'list'], env)).toEqual([]);
});

test('stories list --watch shows a story that is created meanwhile, until it is stopped', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const ada = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const { child, ended } = startCli(['stories', 'list', 'priority:urgent', '--watch'], env);
  let shown = '';
  child.stdout.on('data', (chunk) => (shown += String(chunk)));
  await expect.poll(() => shown).toContain('No stories match.');
  await createStoryAs(ada.client, workspace, {
    teamId: team.id,
    title: 'Made meanwhile',
    priority: 'urgent',
  });
  await expect.poll(() => shown).toContain('Made meanwhile');
  child.kill('SIGINT');
  expect((await ended).signal).toBe('SIGINT');
});
