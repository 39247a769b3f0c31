import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { addresses } from '../../shared/pages/portal/addresses.ts';
import { ownTokensPath } from '../../shared/pages/session/account-paths.ts';
import { boardPath, storyPath } from '../../shared/planning/paths/page-paths.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';
import { withPage } from './page-checks.ts';

/** Whoever leaves a page with changed fields is asked first, and no one else. */

const { baseUrl } = sharedService();
let browser: Browser;
let team: Team;
let story: Story;
let item: string;
let idea: string;
let tokens: string;
let cookies: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  team = await workspace.team();
  const member = await workspace.person('member', [team]);
  story = await storyApi(workspace, member.client).create({ teamId: team.id, title: 'Nails' });
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const { slug } = await feedback.item(portal, { title: 'Dark mode' });
  item = addresses.item(portal.slug, slug);
  tokens = ownTokensPath(workspace.id);
  idea = addresses.newItem(portal.slug);
  ({ cookies } = await signedIn({ baseUrl }, workspace, member));
});
afterAll(() => browser.close());

/** Whether a page asks before it is left for the team's board. */
async function asks(path: string, act: (page: Page) => Promise<unknown>): Promise<boolean> {
  return await withPage(browser, { viewport: { width: 1280, height: 900 } }, async (page) => {
    await setSession(page.context(), baseUrl, cookies);
    await page.goto(baseUrl + path);
    let asked = false;
    page.on('dialog', (dialog) => {
      asked = dialog.type() === 'beforeunload';
      void dialog.accept();
    });
    // Browsers ask only those who have used the page.
    await page.locator('h1').click();
    await act(page);
    if (new URL(page.url()).pathname === path) {
      await page.evaluate(
        (to) => {
          (globalThis as unknown as { location: { href: string } }).location.href = to;
        },
        baseUrl + boardPath(team.id),
      );
    }
    await page.waitForURL((url) => url.pathname === boardPath(team.id) || url.searchParams.has('done'));
    return asked;
  });
}

test.each<[string, boolean, (page: Page) => Promise<unknown>]>([
  ['nothing changed', false, () => Promise.resolve()],
  ['another priority', true, (page) => page.selectOption('#priority', 'high')],
  [
    'a priority that was set back',
    false,
    async (page) => {
      await page.selectOption('#priority', 'high');
      await page.selectOption('#priority', story.priority);
    },
  ],
  ['a due day', true, (page) => page.fill('#due', '2098-12-10')],
  ['a comment', true, (page) => page.fill('textarea[name="content"]', 'Not sent')],
])('a story left with %s: asked %s', async (_, expected, act) => {
  expect(await asks(storyPath(story.id), act)).toBe(expected);
});

test('saving a story asks nothing', async () => {
  const save = async (page: Page) => {
    await page.selectOption('#priority', 'urgent');
    await page.locator('button:has-text("Save changes"):visible').click();
    await page.waitForURL(/done=saved/);
  };
  expect(await asks(storyPath(story.id), save)).toBe(false);
});

test.each<[string, boolean, () => string, (page: Page) => Promise<unknown>]>([
  ['a comment', true, () => item, (page) => page.fill('#comment', 'Not sent')],
  [
    'a comment that was taken back',
    false,
    () => item,
    async (page) => {
      await page.fill('#comment', 'Not sent');
      await page.fill('#comment', '');
    },
  ],
  ['an idea', true, () => idea, (page) => page.fill('#description', 'Not sent')],
  // Ideas that are similar are links.
  ['the title of an idea', false, () => idea, (page) => page.fill('#title', 'Not sent')],
])('a portal left with %s: asked %s', async (_, expected, path, act) => {
  expect(await asks(path(), act)).toBe(expected);
});

test.each<[string, boolean, () => string, (page: Page) => Promise<unknown>]>([
  ['nothing changed', false, () => '/account', () => Promise.resolve()],
  [
    'another name',
    true,
    () => '/account',
    (page) => page.fill('[action="/account/name"] [name="name"]', 'Ada'),
  ],
  ['a token', true, () => tokens, (page) => page.fill('#name', 'Laptop')],
  [
    'words to search for',
    false,
    () => boardPath(team.id),
    async (page) => {
      await page.click('.filter > summary');
      await page.fill('[name="q"]', 'Nails');
    },
  ],
])('a form left with %s: asked %s', async (_, expected, path, act) => {
  expect(await asks(path(), act)).toBe(expected);
});

test('saving a name asks nothing', async () => {
  const save = async (page: Page) => {
    await page.fill('[action="/account/name"] [name="name"]', 'Ada');
    await page.click('[action="/account/name"] button[type="submit"]');
    await page.waitForURL(/done=/);
  };
  expect(await asks('/account', save)).toBe(false);
});
