import { expect, test } from 'vitest';
import { dayChart } from '../../../cli/core/day-chart.ts';
import { DAY_MS } from '../../../shared/kernel/core/date-span.ts';
import { addCompletedSize } from '../../../shared/planning/counts/throughput-store.ts';
import { commit } from '../../../shared/kernel/db/write.ts';
import { planningApi } from '../../support/planning.ts';
import { sharedService } from '../../support/service.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

test('columns and a line by day are drawn as high as their numbers', () => {
  const chart = dayChart([
    { label: '2026-11-02', value: 10, guide: 10 },
    { label: '2026-11-03', value: 5, guide: 5 },
    { label: '2026-11-04', value: null, guide: 0 },
  ]);
  const lines = chart.split('\n');
  expect(lines[0]).toBe('10 │▓▓▓▓');
  expect(lines[4]).toBe('   │████····');
  expect(lines[9]).toBe(' 0 │████████····');
  expect(lines[10]).toBe('   └────────────');
  expect(dayChart([])).toBe('There are no days to show yet.');
});

test('plotline sprint plan ENG proposes stories for the next sprint, and puts them into it if asked', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const { client } = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const none = await runCli(['sprint', 'plan', 'ENG'], env);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('ENG has no sprint to come')]);

  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const plan = planningApi(workspace, client);
  await plan.sprint(team, { name: 'Now', startDate: day(-3), endDate: day(10) });
  const sprint = await plan.sprint(team, { name: 'Next', startDate: day(11), endDate: day(17) });
  const story = await createStoryAs(client, workspace, { teamId: team.id });
  const young = await runCli(['sprint', 'plan', 'ENG'], env);
  expect(young.stdout).toContain('a forecast needs 10');

  const days = Array.from({ length: 40 }, (_, n) => day(-n - 1));
  await commit(
    workspace.database,
    days.map((one) => addCompletedSize(team.id, one, 100)),
  );
  const shown = await runCli(['sprint', 'plan', 'ENG'], env);
  expect(shown.stdout).toContain(story.reference);
  expect(shown.stdout).toContain('Next has room for 7');
  expect(await runJson(['sprint', 'plan', 'ENG', '--sprint', 'Now'], env)).toMatchObject({ name: 'Now' });
  const unsure = await runCli(['sprint', 'plan', 'ENG', '--apply'], env);
  expect([unsure.code, unsure.stderr]).toEqual([1, expect.stringContaining('This puts 1 story into Next.')]);
  const applied = await runCli(['sprint', 'plan', 'ENG', '--apply', '--yes'], env);
  expect(applied.stdout).toContain('Put 1 story into Next.');
  const { data } = (await client.get(`${workspace.path}/stories/${story.id}`)).json;
  expect(data.sprintId).toBe(sprint.id);
});

test('plotline sprint ENG draws the burn-down of the running sprint, and says it in words', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ code: 'ENG' });
  const { client } = await workspace.person('member', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const none = await runCli(['sprint', 'ENG'], env);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('ENG has no sprint that has begun')]);

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const plan = planningApi(workspace, client);
  const sprint = await plan.sprint(team, { name: 'Now', startDate: day(-3), endDate: day(10) });
  await plan.sprint(team, { name: 'Later', startDate: day(11), endDate: day(20) });
  await createStoryAs(client, workspace, { teamId: team.id, sprintId: sprint.id, estimateValue: 5 });
  const draw = async () => (await runCli(['sprint', 'ENG'], env)).stdout;
  await expect.poll(draw).toContain('5 (1 story) on');
  expect(await draw()).toMatch(/^Now\n\n5 │[\s\S]*└─+\n[\s\S]*That is/);
  expect(await runJson(['sprint', 'ENG'], env)).toMatchObject({
    id: sprint.id,
    remaining: { stories: 1, estimate: 5 },
  });
});
