import { expect, test } from 'vitest';
import { newTellingTeam } from '../../notifications/notification-api.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('notifications of a member are listed, read and chosen from the command line', async () => {
  const { service, workspace, team, stories, grace, own, told } = await newTellingTeam();
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(['notifications', ...args, '--by', grace.id], env);
  for (const title of ['One', 'Two', 'Three'])
    await stories.create({ teamId: team.id, title, assigneeId: grace.id });
  await told();
  const shown = await own.shown();
  expect(await json('list')).toEqual(shown);
  const printed = await runCli(['notifications', 'list', '--by', grace.id], env);
  expect(printed.stdout).toMatch(/assigned +\S+-3 Three +Ada Lovelace/);

  const read = await json('read', shown[0]!.id);
  expect(read).toEqual((await own.get(shown[0]!.id)).json.data);
  expect(await json('list', '--unread')).toEqual(shown.slice(1));
  expect(await json('read')).toEqual({ until: shown[0]!.createdAt });
  expect(await own.unread()).toBe(0);

  const chosen = await json('preferences', '--kind', 'assigned', '--mail', 'daily', '--no-in-app');
  expect(chosen.kinds.assigned).toEqual({ mail: 'daily', inApp: false });
  expect(await json('preferences')).toEqual((await own.preferences()).json.data);
  expect((await json('preferences', '--mail', 'off')).kinds.mentioned.mail).toBe('off');
  const refused = await runCli(['notifications', 'preferences', '--in-app', '--by', grace.id], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--kind')]);
});
