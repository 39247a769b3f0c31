import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow } from './page-checks.ts';

/** How a board stands: where its first card is, its order by hand, and what it shows on demand. */

const service = sharedService();
let browser: Browser;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;
let all: Story[];

const DAY_MS = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  all = [];
  // The newest first.
  for (const title of ['Third', 'Second', 'First'])
    all.unshift(await stories.create({ teamId: team.id, title, priority: 'urgent', assigneeId: member.id }));
});
afterAll(() => browser.close());

interface Window {
  width: number;
  height: number;
  locale?: string;
}

async function withPage(
  path: string,
  { width, height, locale = 'en' }: Window,
  act: (page: Page) => Promise<void>,
) {
  const options = { viewport: { width, height }, locale };
  const { context, page, complaints } = await openWindow(browser, { width, colorScheme: 'light' }, options);
  await setSession(context, service.baseUrl, (await signedIn(service, workspace, member)).cookies);
  await page.goto(`${service.baseUrl}${path}`);
  await act(page);
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
}

const desk = { width: 1440, height: 900 };
const board = () => `/teams/${team.id}`;
const titles = (page: Page) => page.locator('.board .mini h3').allInnerTexts();
const card = (page: Page, { id }: Story) => page.locator(`#story-${id}`);

test('the first card stands at the top of a board with a sprint, also in longer languages and on a phone', async () => {
  const sprint = { name: 'Sprint 12', startDate: dayFromNow(-3), endDate: dayFromNow(4) };
  await planningApi(workspace, member.client).sprint(team, sprint);
  for (const [width, locale, most] of [
    [1440, 'en', 170],
    [1440, 'de', 170],
    [1440, 'ar', 170],
    [360, 'en', 300],
  ] as const)
    await withPage(board(), { width, height: 900, locale }, async (page) => {
      const { y } = (await page.locator('.board .mini').first().boundingBox())!;
      expect([width, locale, y, y <= most]).toEqual([width, locale, y, true]);
      const shift = await page.evaluate<number>(`new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) sum += value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      })`);
      expect(shift).toBeLessThanOrEqual(0.01);
      await assertPage(page, `board-order-${locale}`, {
        width: width === 360 ? 360 : 1280,
        colorScheme: 'light',
      });
    });
});

test('a card is dragged to another place of its lane, and stands there after a reload and for others', async () => {
  const [first, , third] = all as [Story, Story, Story];
  await withPage(board(), desk, async (page) => {
    expect(await titles(page)).toEqual(['First', 'Second', 'Third']);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await card(page, first).dragTo(card(page, third), { targetPosition: { x: 60, y: 60 } });
    await page.locator('body > [role=status]', { hasText: 'moved' }).waitFor();
    expect(await titles(page)).toEqual(['Second', 'Third', 'First']);
    await expect.poll(() => titles(other), { timeout: PATIENCE_MS }).toEqual(['Second', 'Third', 'First']);
    await page.reload();
    expect(await titles(page)).toEqual(['Second', 'Third', 'First']);
    await card(page, first).dragTo(card(page, third), { targetPosition: { x: 60, y: 5 } });
    await expect.poll(() => titles(page)).toEqual(['Second', 'First', 'Third']);
  });
});

test('the keyboard moves a card up and down, keeps it, and puts it back where that was not possible', async () => {
  const [first, second] = all as [Story, Story, Story];
  await withPage(board(), desk, async (page) => {
    const choose = async (name: string) => {
      await page.keyboard.press('Enter');
      await card(page, first).getByRole('button', { name, exact: true }).press('Enter');
    };
    await card(page, first)
      .getByRole('button', { name: `Change ${first.reference}` })
      .focus();
    expect(await titles(page)).toEqual(['Second', 'First', 'Third']);
    await choose('Move down');
    await expect.poll(() => titles(page)).toEqual(['Second', 'Third', 'First']);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`Change ${first.reference}`);
    await page.locator('body > [role=status]', { hasText: 'moved' }).waitFor();
    await choose('Move up');
    await expect.poll(() => titles(page)).toEqual(['Second', 'First', 'Third']);
    await choose('To the top');
    await expect.poll(() => titles(page)).toEqual(['First', 'Second', 'Third']);
    await page.waitForLoadState('networkidle');
    await page.route('**/stories/*', (route) => route.abort());
    await choose('Move down');
    await card(page, first).locator('.lost').waitFor();
    expect(await titles(page)).toEqual(['First', 'Second', 'Third']);
  });
  expect(second.rank).toBeNull();
});

test('a card is dropped between those of another lane', async () => {
  const [first, second, third] = all as [Story, Story, Story];
  const statusId = await statusOf(workspace, member.client, team, 'started');
  for (const { id } of [second, third]) {
    const { json } = await member.client.get(`${workspace.path}/stories/${id}`);
    await stories.change(json.data as Story, { statusId });
  }
  await withPage(board(), desk, async (page) => {
    await card(page, first).dragTo(card(page, third), { targetPosition: { x: 60, y: 5 } });
    await page.locator('body > [role=status]', { hasText: 'moved' }).waitFor();
    const lane = page.locator(`[data-status="${statusId}"]`);
    expect(await lane.locator('h3').allInnerTexts()).toEqual(['Second', 'First', 'Third']);
    await page.reload();
    expect(await lane.locator('h3').allInnerTexts()).toEqual(['Second', 'First', 'Third']);
  });
});

test('a lane shows more in place, goes on from there, and still does after a change', async () => {
  const own = await workspace.team();
  member = await workspace.person('member', [own]);
  const items = Array.from({ length: 35 }, (_, place) => ({
    idempotencyKey: newKey(),
    body: { teamId: own.id, title: `Knot ${place}` },
  }));
  for (const part of [items.slice(0, 28), items.slice(28)])
    await member.client.post(`${workspace.path}/bulk/stories`, { items: part });
  await withPage(`/teams/${own.id}`, desk, async (page) => {
    await expect
      .poll(async () => {
        await page.reload();
        return await page.locator('a.all').allInnerTexts();
      })
      .toEqual(['Show 5 more']);
    const before = await titles(page);
    await page.evaluate('window.isSame = true');
    await page.locator('a.all').press('Enter');
    await expect.poll(async () => (await titles(page)).length).toBe(35);
    expect((await titles(page)).slice(0, 30)).toEqual(before);
    expect(await page.locator(':focus').getAttribute('id')).toMatch(/^story-/);
    expect(await page.locator('.mini:focus h3').innerText()).toBe((await titles(page))[30]);
    const last = page.locator('.mini').last();
    await last.locator('a.move').click();
    await last.getByRole('button', { name: 'Move up' }).click();
    await page.locator('body > [role=status]', { hasText: 'moved' }).waitFor();
    expect((await titles(page)).length).toBe(35);
    expect(await page.evaluate('window.isSame')).toBe(true);
  });
});
