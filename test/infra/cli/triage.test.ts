import { expect, test } from 'vitest';
import { sharedService, workerService } from '../../support/service.ts';
import { storyApi } from '../../stories/story-api.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { newTriageWorkspace, triageApi } from '../../triage/triage-api.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('stories that wait in triage are listed and decided about from the command line', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ code: 'PAY' });
  const person = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const json = (...args: string[]) => runJson(args, env);
  const by = ['--by', person.id];
  expect(await json('teams', 'update', 'PAY', '--intake')).toMatchObject({ intakeEnabled: true });
  const stories = storyApi(workspace, person.client);
  const triage = triageApi(workspace, person.client);
  const made = () => stories.create({ teamId: team.id, triage: true });
  const [one, two, three] = [await made(), await made(), await made()];
  expect(await json('triage', 'list', 'PAY')).toEqual([three, two, one]);
  expect((await runCli(['triage', 'list', 'PAY'], env)).stdout).toMatch(/PAY-3 +A story +pending/);

  expect(await json('triage', 'accept', 'PAY-1', ...by)).toMatchObject({ triage: null });
  const repeated = await json('triage', 'duplicate', 'PAY-2', 'PAY-1', ...by);
  expect(repeated.triage).toMatchObject({ state: 'duplicate', duplicateOf: one.id });
  const snoozed = await json('triage', 'snooze', 'PAY-3', '2036-12-01', ...by);
  expect(snoozed.triage).toMatchObject({ state: 'snoozed', until: '2036-12-01T00:00:00.000Z' });
  await json('triage', 'decline', 'PAY-2', ...by);
  expect(await triage.ids(team, 'declined')).toEqual([two.id]);
  expect(await json('triage', 'list', 'PAY', '--state', 'snoozed')).toEqual([snoozed]);
  const ids = async () =>
    (await json('triage', 'similar', 'PAY-2')).map(({ id }: { id: string }) => id) as string[];
  await expect.poll(ids).toContain(one.id);
  expect(await json('teams', 'update', 'PAY', '--no-intake')).toMatchObject({ intakeEnabled: false });
  expect(await json('teams', 'update', 'PAY', '--review')).toMatchObject({ reviewRequired: true });
});

test('the address of a triage is created, shown and deleted from the command line', async () => {
  const { workspace, team, admin } = await newTriageWorkspace();
  const api = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: admin.token };
  const made = await runJson(['triage', 'address', 'create', team.code], api);
  expect(made.address).toMatch(/@triage\.plotline\.test$/);
  expect((await runCli(['triage', 'address', 'show', team.code], api)).stdout).toContain(made.address);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const unasked = await runCli(['triage', 'address', 'delete', team.code], env);
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
  expect(await runJson(['triage', 'address', 'delete', team.code, '--yes'], env)).toMatchObject({
    deleted: true,
  });
  expect((await runCli(['triage', 'address', 'show', team.code], api)).code).toBe(1);
});
