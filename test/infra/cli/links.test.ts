import { expect, test } from 'vitest';
import { linkApi } from '../../links/link-api.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('pages are linked to a story, shown with it, and unlinked by address', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const ada = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const story = await createStoryAs(ada.client, workspace, { teamId: team.id });
  const [pull, page] = ['https://github.com/acme/app/pull/42', 'https://example.com/page'];

  const made = await runJson(['stories', 'link', story.reference, pull, '--title', 'Passkeys'], env);
  expect(made).toMatchObject({ url: pull, title: 'Passkeys', kind: 'pull_request' });
  const { stdout } = await runCli(['stories', 'link', story.id, page], env);
  expect(stdout).toContain(`Linked ${page} to ${story.reference}.`);
  const shown = await runCli(['stories', 'show', story.reference], env);
  expect(shown.stdout).toContain(`Passkeys: ${pull}, ${page}`);

  const again = await runCli(['stories', 'link', story.reference, pull], env);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('a link to this address already')]);
  expect(await runJson(['stories', 'unlink', story.reference, pull], env)).toEqual({
    id: made.id,
    deleted: true,
  });
  const unknown = await runCli(['stories', 'unlink', story.reference, pull], env);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`has no link to ${pull}`)]);
  expect(await linkApi(workspace, ada.client).list(story)).toMatchObject([{ url: page }]);
});
