import { expect, test } from 'vitest';
import { relationApi } from '../../relations/relation-api.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('stories are related, listed and unrelated by their references', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const ada = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const one = await createStoryAs(ada.client, workspace, { teamId: team.id, title: 'Sign-in' });
  const other = await createStoryAs(ada.client, workspace, { teamId: team.id, title: 'Passkeys' });
  const pair = (type: string) => [one.reference, type, other.reference];

  const made = await runJson(['relations', 'create', ...pair('blocks')], env);
  expect(made).toMatchObject({
    type: 'blocks',
    storyId: one.id,
    relatedStoryId: other.id,
    createdBy: ada.id,
  });
  expect(await relationApi(workspace, ada.client).list(one)).toEqual([made]);
  const { stdout } = await runCli(['relations', 'list', other.id], env);
  expect(stdout).toMatch(new RegExp(`blocked by\\s+${one.reference}\\s+Sign-in\\s+backlog`));

  const circle = await runCli(['relations', 'create', ...pair('blocked-by')], env);
  expect([circle.code, circle.stderr]).toEqual([1, expect.stringContaining('circle')]);
  const unknown = await runCli(['relations', 'delete', ...pair('duplicates')], env);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no relation')]);
  expect(await runJson(['relations', 'delete', ...pair('blocks'), '--yes'], env)).toEqual({
    id: made.id,
    deleted: true,
  });
  expect(await relationApi(workspace, ada.client).list(other)).toEqual([]);
});
