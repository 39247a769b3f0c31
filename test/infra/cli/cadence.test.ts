import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { weekdays } from '../../../shared/kernel/core/weekdays.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('a cadence is set, makes sprints, is changed without losing settings, and is turned off', async () => {
  const workspace = await newWorkspace();
  await workspace.team({ code: 'ENG' });
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };

  const none = await runCli(['cadence', 'show', 'ENG'], env);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('plotline cadence set')]);

  // A sprint that starts today would be running already, beside the two that are made ahead.
  const inThreeDays = Temporal.Now.plainDateISO('Asia/Kolkata').add({ days: 3 });
  const startsOn = weekdays[inThreeDays.dayOfWeek - 1]!;
  const days = ['--starts-on', startsOn, '--zone', 'Asia/Kolkata'];
  const set = await runJson(['cadence', 'set', 'ENG', '--weeks', '1', '--goal', 'G{number}', ...days], env);
  const kept = { lengthWeeks: 1, startsOn, timeZone: 'Asia/Kolkata', goalTemplate: 'G{number}' };
  expect(set).toMatchObject({ enabled: true, ...kept });
  expect((await runCli(['cadence', 'show', 'ENG'], env)).stdout).toMatch(/^skip +-$/m);
  const sprints = () => runJson(['sprints', 'list', '--team', 'ENG'], env);
  await expect.poll(sprints).toHaveLength(2);
  expect((await sprints()).map(({ goal }: { goal: string }) => goal).sort()).toEqual(['G1', 'G2']);

  const skip = ['--skip', '2026-12-25,2027-01-01', '--cooldown', '3'];
  const changed = await runJson(['cadence', 'set', 'ENG', ...skip], env);
  expect(changed).toMatchObject({ ...kept, skip: ['2026-12-25', '2027-01-01'], cooldownDays: 3 });
  expect(await runJson(['cadence', 'off', 'ENG'], env)).toMatchObject({ ...kept, enabled: false });
});

test.each([
  ['Europe/Berlin', '2031-09-06T22:00:00Z', '2031-09-19T22:00:00Z'],
  ['Pacific/Auckland', '2031-09-06T12:00:00Z', '2031-09-19T12:00:00Z'],
  ['America/Los_Angeles', '2031-09-07T07:00:00Z', '2031-09-20T07:00:00Z'],
])('sprints are listed with their days in %s', async (timeZone, startDate, endDate) => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const { client } = await workspace.person('member', [team]);
  const cadence = { enabled: false, lengthWeeks: 2, startsOn: 'monday', timeZone };
  const set = await client.request('PUT', `${workspace.path}/teams/${team.id}/sprint-cadence`, {
    body: cadence,
  });
  expect(set.status).toBe(200);
  const body = { teamId: team.id, name: 'Launch', startDate, endDate };
  const sprint = (await client.post(`${workspace.path}/sprints`, body)).json.data;
  expect(sprint).toMatchObject({ timeZone });
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const { stdout } = await runCli(['sprints', 'list', '--team', 'ENG'], env);
  expect(stdout).toMatch(/Launch\s+ENG\s+coming\s+2031-09-07\s+2031-09-20/);
});
