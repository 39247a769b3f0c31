import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { connectUser } from '../support/connect.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from '../mcp/mcp-workspace.ts';
import { startAppHost } from './apps/app-host.ts';
import { viewsOf } from './page-checks.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const inTeam = { workspaceId: workspace.id, teamId: team.id };
const [view] = viewsOf('mcp-apps');
/** What a stranger could have put into an imported title. */
const MARKUP = '<img src="https://evil.example/x" onerror="document.body.remove()"><script>alert(1)</script>';

let browser: Browser;
let host: Awaited<ReturnType<typeof startAppHost>>;

beforeAll(async () => {
  browser = await startChromium();
  host = await startAppHost(sharedService().baseUrl, (await connectUser(person)).token);
});
afterAll(async () => {
  host.stop();
  await browser.close();
});

const textsOf = (app: Awaited<ReturnType<typeof host.show>>['app'], selector: string) =>
  app.locator(selector).allTextContents();

test('the board shows stories in columns in the order of the workflow, and texts of people as text', async () => {
  await createStoryAs(person.client, workspace, { teamId: team.id, title: MARKUP });
  const { data: started } = await client.use('create_story', {
    ...inTeam,
    title: 'Begun',
    statusId: 'In Progress',
    idempotencyKey: crypto.randomUUID(),
  });
  const { context, app, title, complaints, foreign } = await host.show(browser, 'list_stories', inTeam, {
    view: view!,
  });
  expect(title).toBe('shown');
  await app.getByText('Begun').waitFor();
  expect(await app.getByText(MARKUP).count()).toBe(1);
  const columns = (await textsOf(app, 'h2')).map((text) => text.trim());
  expect(columns.indexOf('Backlog 1')).toBeGreaterThanOrEqual(0);
  expect(columns.indexOf('In Progress 1')).toBeGreaterThan(columns.indexOf('Backlog 1'));
  expect(columns.at(-1)).toMatch(/ 0$/);
  expect([complaints, foreign]).toEqual([[], []]);

  const { updatedAt } = (await client.use('get_story', { story: started.id })).data;
  const changed = [{ story: started.id, expectedUpdatedAt: updatedAt }];
  await client.use('update_stories', { stories: changed, title: 'Begun and renamed' });
  await client.use('claim_story', { workspaceId: workspace.id, story: started.id });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await app.getByText('Begun and renamed').waitFor();
  await app.getByText('claimed by A member').waitFor();
  await context.close();
});

test('the board without other tools shows the statuses that its stories have, and counts by group as a table', async () => {
  const alone = await host.show(browser, 'list_stories', inTeam, { withoutTools: true });
  expect((await textsOf(alone.app, 'h2')).sort()).toEqual(['Backlog 1', 'In Progress 1']);
  expect(await alone.app.getByRole('button').count()).toBe(0);
  await alone.context.close();
  const byStatus = { ...inTeam, groupBy: 'status' };
  // Counts are read by an index, which follows.
  await expect
    .poll(async () => JSON.stringify((await client.use('list_stories', byStatus)).data))
    .toContain('In Progress');
  const counted = await host.show(browser, 'list_stories', byStatus);
  await counted.app.getByRole('rowheader', { name: 'In Progress' }).waitFor();
  await counted.context.close();
});

test('the burn-down draws what remained and the ideal line, with the facts in words', async () => {
  const sprint = await plan.sprint(team, { name: 'Sprint <b>1</b>' });
  await createStoryAs(person.client, workspace, { teamId: team.id, sprintId: sprint.id, estimateValue: 3 });
  const args = { workspaceId: workspace.id, sprintId: sprint.id };
  const { context, app, complaints, foreign } = await host.show(browser, 'analyze_sprint', args, {
    view: view!,
  });
  await app.getByRole('heading', { name: 'Sprint <b>1</b>' }).waitFor();
  const lines = await app.locator('polyline').all();
  const points = await Promise.all(lines.map(async (line) => (await line.getAttribute('points'))!));
  const [ideal, remaining] = points.map((text) => text.split(' ').filter(Boolean).length);
  expect(ideal).toBeGreaterThan(1);
  expect(remaining).toBeGreaterThan(1);
  expect(await app.getByRole('img').getAttribute('aria-label')).toContain('remained on');
  expect([complaints, foreign]).toEqual([[], []]);
  await context.close();
});

test('the roadmap places objectives in time, and lists those without dates', async () => {
  const dates = { startDate: '2027-01-01T00:00:00.000Z', endDate: '2027-03-31T00:00:00.000Z' };
  await plan.objective(team, { name: 'Launch', ...dates });
  await plan.objective(team, { name: 'Grow', ...dates, startDate: '2027-03-01T00:00:00.000Z' });
  await plan.objective(team, { name: 'Someday' });
  const { context, app, complaints, foreign } = await host.show(browser, 'list_objectives', inTeam, {
    view: view!,
  });
  await app.getByText('Launch').waitFor();
  const bars = await app.locator('.bar').all();
  const [launch, grow] = (await Promise.all(bars.map((bar) => bar.boundingBox()))).map((box) => box!);
  expect(grow!.x).toBeGreaterThan(launch!.x);
  expect(grow!.width).toBeLessThan(launch!.width);
  expect(grow!.x + grow!.width).toBeCloseTo(launch!.x + launch!.width, 0);
  await app.getByRole('heading', { name: 'Without dates' }).waitFor();
  expect(await textsOf(app, 'ul:not(.roadmap) li')).toEqual([expect.stringContaining('Someday')]);
  expect([complaints, foreign]).toEqual([[], []]);
  await context.close();
});

test('a list of nothing, and an error, are said in words', async () => {
  const empty = await host.show(browser, 'list_stories', { ...inTeam, statusId: 'Done' });
  await empty.app.getByText('No stories.').waitFor();
  await empty.context.close();
  const wrong = await host.show(browser, 'list_stories', { ...inTeam, statusId: 'Nowhere' });
  await wrong.app.getByText('"code":').waitFor();
  await wrong.context.close();
});

test('an app lets its page load, run and send nothing else', async () => {
  const { json } = await client.send('resources/read', { uri: 'ui://plotline/board' });
  const [{ text }] = json.result.contents;
  const { page, context } = await host.show(browser, 'list_stories', inTeam);
  const [, policy] = /content="([^"]+)"/.exec(text)!;
  for (const part of ["default-src 'none'", 'sha256-', "trusted-types 'none'"]) {
    expect(policy!.replaceAll('&#39;', "'")).toContain(part);
  }
  const app = page.frames().at(-1)!;
  expect(app.parentFrame()!.parentFrame()).not.toBeNull();
  const tried = await app.evaluate(`(async () => {
    const blocked = await fetch('https://evil.example').then(() => 'sent', () => 'blocked');
    let markup = 'written';
    try { document.body.innerHTML = '<b>x</b>'; } catch { markup = 'refused'; }
    const script = document.createElement('script');
    let ran = 'refused';
    try { script.textContent = 'window.ran = true'; document.body.append(script); } catch { ran = 'refused'; }
    return [blocked, markup, window.ran === true ? 'ran' : ran];
  })()`);
  expect(tried).toEqual(['blocked', 'refused', 'refused']);
  await context.close();
});
