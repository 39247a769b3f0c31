import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let story: Story;

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  story = await storyApi(workspace, member.client).create({ teamId: team.id, title: 'Mend the pier' });
});
afterAll(() => browser.close());

async function withPage(path: string, act: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  const { cookies } = await signedIn(service, workspace, member);
  await setSession(context, service.baseUrl, cookies);
  await page.goto(`${service.baseUrl}${path}`);
  await act(page);
  expect(complaints).toEqual([]);
  await context.close();
}

test('a card is dropped anywhere in a column, also in one without cards', async () => {
  const started = await statusOf(workspace, member.client, team, 'started');
  await withPage(`/teams/${team.id}`, async (page) => {
    const lane = page.locator(`[data-status="${started}"]`);
    const { width, height } = (await lane.boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(400);
    await page.locator(`#story-${story.id}`).dragTo(lane, {
      targetPosition: { x: width / 2, y: height - 20 },
    });
    await page.waitForURL(/done=moved/);
    expect(await lane.innerText()).toContain('Mend the pier');
  });
});

test('a card’s menu opens by the keyboard, shows what the story has, and closes as menus do', async () => {
  await withPage(`/teams/${team.id}`, async (page) => {
    const card = page.locator(`#story-${story.id}`);
    const focused = () => page.locator(':focus').innerText();
    const high = card.locator('button[value=high]');
    await card.getByRole('button', { name: `Change ${story.reference}` }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Backlog');
    await page.keyboard.press('Escape');
    expect(await card.locator('.choices').isVisible()).toBe(false);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`Change ${story.reference}`);
    await page.keyboard.press('Enter');
    await card.getByText('Priority').click();
    await high.click();
    await page.waitForURL(/done=changed/);
    await page.keyboard.press('Enter');
    await card.getByText('Priority').click();
    expect(await high.getAttribute('aria-current')).toBe('true');
    expect(await page.locator('.board button:visible').count()).toBeLessThan(30);
  });
});

test('the form for a new story takes the cursor, and is closed by Escape and by Cancel', async () => {
  await withPage(`/teams/${team.id}`, async (page) => {
    const summary = page.locator('.new > summary');
    const focused = () => page.locator(':focus').evaluate((element: { id: string }) => element.id);
    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('.new .cancel').click()]) {
      await summary.focus();
      await page.keyboard.press('Enter');
      expect(await focused()).toBe('new-title');
      await close();
      expect(await page.locator('#new-title').isVisible()).toBe(false);
      expect(await summary.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    }
    await summary.click();
    await page.keyboard.type('Typed at once');
    await page.keyboard.press('Enter');
    await page.waitForURL(/done=created/);
    expect(await page.locator('.board').innerText()).toContain('Typed at once');
  });
});

test('after a change, the keyboard goes on where it was, and what is saved is said', async () => {
  await withPage(`/stories/${story.id}`, async (page) => {
    await page.locator('#priority').selectOption('high');
    await page.locator('.choice button').press('Enter');
    await page.waitForURL(/done=saved/);
    expect(await page.locator('body > [role=status]').innerText()).toBe('Your changes are saved.');
    expect(await page.locator(':focus').innerText()).toBe('Save changes');
  });
});

test('a comment that is kept through a sign-in has the cursor, below the words about it', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  const { cookies } = await signedIn(service, workspace, member);
  await setSession(context, service.baseUrl, cookies);
  await page.goto(`${service.baseUrl}/stories/${story.id}#comment`);
  expect(await page.locator(':focus').getAttribute('id')).toBe('comment');
  await page.locator('#comment').fill('A thought');
  await context.clearCookies();
  await page.locator('form[action$="/comment"] button').click();
  await page.waitForURL(/sign-in/);
  expect(await page.locator('main, body').first().innerText()).toContain('What you wrote is kept.');
  const next = await page.locator('input[name=next]').first().getAttribute('value');
  expect(next).toBe(`/stories/${story.id}#comment`);
  await context.close();
});

test('the menu of teams keeps its sign where a name is cut', async () => {
  const long = await workspace.team({ name: 'A team with a long name' });
  const other = await workspace.person('member', [long]);
  const { context, page } = await openWindow(browser, { width: 320, colorScheme: 'light' });
  await setSession(context, service.baseUrl, (await signedIn(service, workspace, other)).cookies);
  await page.goto(`${service.baseUrl}/teams/${long.id}`);
  const [needed, given] = await page
    .locator('.masthead .menu > summary')
    .evaluate((summary: { scrollWidth: number; clientWidth: number }) => [
      summary.scrollWidth,
      summary.clientWidth,
    ]);
  expect(needed).toBeLessThanOrEqual(given);
  await context.close();
});

test('names of colleagues are offered after an at sign, and taken with the keyboard', async () => {
  await withPage(`/stories/${story.id}`, async (page) => {
    const field = page.locator('#comment');
    await field.focus();
    await page.keyboard.type('Ask @a me');
    const options = page.locator('[role=option]');
    expect(await options.allInnerTexts()).toEqual(['A member']);
    expect(await field.getAttribute('aria-activedescendant')).toBe('name-0');
    await page.keyboard.press('Enter');
    await page.keyboard.type('about nails');
    expect(await field.inputValue()).toBe('Ask @A member about nails');
    await page.keyboard.type(' @A');
    await page.keyboard.press('Escape');
    expect(await options.count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Ask @A member about nails @A\n');
  });
});

test('the further fields of a new story unfold within its form, and a box has its words next to it', async () => {
  await member.client.post(`${workspace.path}/labels`, { teamId: team.id, name: 'Timber and rope' });
  await withPage(`/teams/${team.id}`, async (page) => {
    await page.locator('.new > summary').click();
    await page.getByText('Priority, estimate and more').click();
    expect(await page.getByLabel('Title').isVisible()).toBe(true);
    expect(await page.getByLabel('Priority').first().isVisible()).toBe(true);
    await page.goto(`${service.baseUrl}/stories/${story.id}`);
    await page.getByText('Labels', { exact: true }).click();
    const { height } = (await page.getByText('Timber and rope').boundingBox())!;
    expect(height).toBeLessThan(60);
  });
});

const focusedText = (page: Page) => page.locator(':focus').innerText();

test('keys do what is on a board, not while one types, and are shown and turned off', async () => {
  const other = await storyApi(workspace, member.client).create({ teamId: team.id, title: 'Oil the winch' });
  await withPage(`/teams/${team.id}`, async (page) => {
    const titles = await page.locator('.mini h3').allInnerTexts();
    await page.keyboard.press('j');
    expect(await focusedText(page)).toBe(titles[0]);
    await page.keyboard.press('j');
    expect(await focusedText(page)).toBe(titles[1]);
    await page.keyboard.press('k');
    expect(await focusedText(page)).toBe(titles[0]);
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('id')).toBe('search');
    await page.keyboard.type('c/j?');
    expect(await page.inputValue('#search')).toBe('c/j?');
    await page.fill('#search', '');
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    expect(await page.locator(':focus').getAttribute('id')).toBe('new-title');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.locator('#keys').innerText()).toContain('Next card');
    await assertPage(page, 'board-keys', { width: 1280, colorScheme: 'light' });
    await page.getByLabel('Use these keys').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.keyboard.press('c');
    expect(await page.locator('#new-title').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel('Use these keys').check();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/stories\//);
    expect(await page.locator('h1').innerText()).toContain(titles[0]!);
    expect(titles).toContain(other.title);
  });
});
