import { expect, test } from 'vitest';
import { storyApi } from '../../stories/story-api.ts';
import { templateApi } from '../../story-templates/template-api.ts';
import { workerService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('templates are created, listed, changed, used and deleted, by name', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ code: 'ENG' });
  const person = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(args, env);
  const templates = templateApi(workspace, person.client);
  const stories = storyApi(workspace, person.client);

  const content = ['--priority', 'high', '--item', 'Changelog', '--item', 'Mail', '--sub', 'Test it'];
  const made = await json('templates', 'create', 'Release', '--team', 'ENG', ...content);
  expect((await templates.get(made.id)).json.data).toEqual(made);
  expect(made).toMatchObject({ priority: 'high', checklist: ['Changelog', 'Mail'] });
  expect(await json('templates', 'list', '--team', 'ENG')).toEqual([made]);
  const changed = await json('templates', 'update', 'release', '--title', 'Release the app');
  expect(changed).toEqual({ ...made, title: 'Release the app', updatedAt: changed.updatedAt });

  const by = ['--team', 'ENG', '--template', 'Release', '--by', person.id];
  const story = await json('stories', 'create', ...by);
  expect(story).toMatchObject({ title: 'Release the app', priority: 'high' });
  await until(async () => (await stories.list({ parentId: story.id })).json.data.length === 1);
  const { stdout } = await runCli(['stories', 'show', story.reference], env);
  expect(stdout).toMatch(/checklist +0 of 2 done\n/);
  expect(stdout).toMatch(/sub-stories +0 of 1 done\n/);
  expect((await json('stories', 'create', 'Hotfix', ...by, '--priority', 'low')).priority).toBe('low');
  const unknown = await runCli(['stories', 'create', ...by, '--template', 'Relaese'], env);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Release') });

  const unasked = await runCli(['templates', 'delete', 'Release'], env);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') });
  await json('templates', 'delete', 'Release', '--yes');
  expect((await templates.get(made.id)).status).toBe(404);
});
