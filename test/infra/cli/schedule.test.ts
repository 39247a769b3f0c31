import { expect, test } from 'vitest';
import { asWeek } from '../../../cli/commands/hours.ts';
import { weekChart } from '../../../cli/core/week-chart.ts';
import { drawnWeek } from '../../schedule/drawn-week.ts';
import { weekSpan } from '../../../shared/planning/scheduling/plan/week.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

const DAY_MS = 86_400_000;

test('a week is drawn a line for each day, with what is taken, planned and late', () => {
  const lines = weekChart(drawnWeek).split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/^ {8}09:00 10:00 11:00/);
  // Six characters to the hour: from nine to half past twelve, and from half past one to three.
  expect(lines[1]).toBe(`Mon 23  [ENG-1${' '.repeat(14)}]      [!ENG-2 ]············`);
  expect(lines[2]).toBe(`Tue 24  ······▒▒▒▒▒▒·········      ·····················`);
  expect(lines[5]).toBe(`Fri 27  ${' '.repeat(48)}off`);
});

test('working hours are parsed from weekdays and ranges', () => {
  const office = [
    { start: '09:00', end: '12:30' },
    { start: '13:30', end: '17:00' },
  ];
  expect(asWeek('mon-tue 09:00-12:30 13:30-17:00, sat 10:00-12:00, sun')).toEqual({
    monday: office,
    tuesday: office,
    saturday: [{ start: '10:00', end: '12:00' }],
    sunday: [],
  });
  expect(() => asWeek('fri-mon 09:00-12:00')).toThrow('fri-mon');
  expect(() => asWeek('mon 9-12')).toThrow('09:00-12:30');
});

test('hours are set, stories planned, the week drawn, and a change previewed and explained', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const { id } = await workspace.person('member', [team]);
  const env = {
    PLOTLINE_HOME: homeOf(sharedService()),
    PLOTLINE_WORKSPACE: workspace.slug,
    PLOTLINE_MEMBER: id,
  };
  const days = ['--days', 'mon-sun 00:00-24:00', '--zone', 'Asia/Kathmandu', '--share', 'ENG=100'];
  const hours = await runJson(['hours', 'set', id, ...days], env);
  expect(hours).toMatchObject({
    timeZone: 'Asia/Kathmandu',
    teamShares: [{ teamId: team.id, percent: 100 }],
  });
  const kept = await runJson(['hours', 'set', id, '--zone', 'UTC'], env);
  expect(kept).toMatchObject({ timeZone: 'UTC', weekly: hours.weekly });
  expect((await runCli(['hours', 'show', id], env)).stdout).toMatch(/monday +00:00-24:00[\s\S]*ENG 100 %/);

  const off = await runJson(
    ['time-off', 'create', id, '2030-12-24', '2030-12-31', '--name', 'Holidays'],
    env,
  );
  expect(await runJson(['time-off', 'list', id], env)).toEqual([off]);
  expect(await runJson(['time-off', 'delete', id, off.id, '--yes'], env)).toMatchObject({ id: off.id });
  const busy = await runJson(['busy', 'create', id, '2030-12-24T13:00Z', '2030-12-24T14:00Z'], env);
  expect((await runCli(['busy', 'list', id], env)).stdout).toContain('2030-12-24 13:00');
  await runJson(['busy', 'delete', id, busy.id, '--yes'], env);
  expect((await runCli(['busy', 'list', id], env)).stdout).toContain('There are no busy times.');

  // A whole week, on whatever day this runs: nothing begins before Monday of the one after next.
  const monday = weekSpan('UTC', new Date(Date.now() + 14 * DAY_MS)).since.slice(0, 10);
  const plan = ['--schedule', '--start', monday];
  const create = (title: string, ...more: string[]) =>
    runJson(['stories', 'create', title, '--team', 'ENG', '--assignee', id, ...plan, ...more], env);
  const long = await create('Long', '--minutes', '600');
  const short = await create('Short', '--minutes', '60');
  expect(short).toMatchObject({ autoSchedulingEnabled: true, estimatedDurationMinutes: 60 });
  const drawn = async () => (await runCli(['schedule', '--me'], env)).stdout;
  await expect.poll(drawn).toContain(short.reference);
  expect(await drawn()).toMatch(/\[ENG-\d[\s\S]*planned of 168 h of working time/);
  const later = new Date(Date.now() + 21 * DAY_MS).toISOString().slice(0, 10);
  expect((await runCli(['schedule', 'show', id, '--week', later], env)).stdout).toContain(
    'Nothing is planned.',
  );
  const explained = await runCli(['schedule', 'explain', short.reference], env);
  expect(explained.stdout).toContain(`${short.reference} Short: It is planned from`);

  const preview = ['schedule', 'preview', long.reference];
  expect(await runJson([...preview, '--start', later], env)).toMatchObject({
    moved: expect.arrayContaining([
      expect.objectContaining({ reference: long.reference, reason: 'start_date' }),
    ]),
  });
  const previewed = await runCli([...preview, '--start', later], env);
  expect(previewed.stdout).toMatch(/later,[\s\S]*Nothing has been changed\./);
  expect((await runCli([...preview, '--priority', 'none'], env)).stdout).toContain('Nothing would move.');
  expect((await runCli(preview, env)).stderr).toContain('--due');

  await runJson(['hours', 'set', id, '--zone', 'Asia/Kathmandu'], env);
  const { startDate } = await runJson(['schedule', 'explain', short.reference], env);
  const inKathmandu = new Date(Date.parse(startDate) + 345 * 60_000).toISOString();
  const zoned = await runCli(['schedule', 'explain', short.reference], env);
  expect(zoned.stdout).toContain(`planned from ${inKathmandu.slice(0, 16).replace('T', ' ')} to`);
  expect(zoned.stdout).toContain('Times are in Asia/Kathmandu.');
});
