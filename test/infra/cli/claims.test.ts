import { expect, test } from 'vitest';
import type { Story } from '../../../shared/planning/story/story.ts';
import { sharedService } from '../../support/service.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli } from './cli.ts';

test('claims of stories are made, renewed and released by a member, and shown next to the stories', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const ada = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(['stories', ...args], env);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const { id } = await createStoryAs(ada.client, workspace, { teamId: team.id, title: 'Urgent' });
  const read = async (): Promise<Story> =>
    (await ada.client.get(`${workspace.path}/stories/${id}`)).json.data;

  expect(await run('claim', 'ENG-1', '--minutes', '30')).toContain('Claimed ENG-1 (Urgent) until');
  const { claim } = await read();
  expect(claim!.holder).toMatchObject({ id: ada.id, name: 'A member' });
  expect(await run('list')).toMatch(/^story .* claimed\nENG-1 .* A member$/m);
  expect(await run('show', 'ENG-1')).toMatch(/^claimed +A member until 20\d\d-/m);
  await run('renew', 'ENG-1', '--minutes', '60');
  expect(Date.parse((await read()).claim!.expiresAt)).toBeGreaterThan(Date.parse(claim!.expiresAt));
  expect(await run('release', 'ENG-1')).toContain('Released ENG-1.');
  expect((await read()).claim).toBeNull();
});
