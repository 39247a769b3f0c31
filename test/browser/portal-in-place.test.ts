import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** Lists that go on, and buttons that answer, without a new page. */

let browser: Browser;
let workspace: TestWorkspace;
let portal: Portal;
let item: FeedbackItem;
let longComment: { item: FeedbackItem; id: string };
const { baseUrl } = sharedService();
const home = () => `${baseUrl}/portals/${portal.slug}/feedback`;

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  portal = await feedback.portal();
  const other = await feedback.item(portal, { title: 'Idea 1' });
  for (let number = 2; number <= 53; number++)
    item = await feedback.item(portal, { title: `Idea ${number}` });
  for (let number = 1; number <= 102; number++) {
    const path = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
    const { status } = await client.post(path, { content: `Comment ${number}` });
    expect(status).toBe(201);
  }
  const content = `${'Many words.\n\n'.repeat(40)}[The end](https://example.com)`;
  const { json } = await client.post(`${feedback.pathOf(portal)}/items/${other.id}/comments`, { content });
  longComment = { item: other, id: json.data.id };
});
afterAll(() => browser.close());

async function withPage(
  { scripts = true, member = false }: { scripts?: boolean; member?: boolean },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: scripts });
  if (member) {
    const { cookies } = await signedIn({ baseUrl }, workspace, await workspace.person('guest'));
    await setSession(context, baseUrl, cookies);
  }
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

const titles = (page: Page) => page.locator('.items h2').allTextContents();
const focused = (page: Page) => page.locator(':focus').textContent();
const said = (page: Page) => page.locator('body > [role=status]').textContent();

test('the list of ideas goes on in place, from its first new row', () =>
  withPage({}, async (page) => {
    await page.goto(home());
    expect(await titles(page)).toHaveLength(50);
    await page.click('.more');
    await page.locator('.items h2').nth(52).waitFor();
    const all = await titles(page);
    expect([all.length, new Set(all).size]).toEqual([53, 53]);
    expect(page.url()).toBe(home());
    expect(await page.locator('.more').count()).toBe(0);
    expect(await focused(page)).toContain(all[50]);
    expect(await said(page)).toBe('More ideas are shown.');
  }));

test('a reader who comes back from an idea finds the rows that were added, and the place', () =>
  withPage({}, async (page) => {
    await page.goto(home());
    await page.click('.more');
    const last = page.locator('.items h2 a').nth(52);
    await last.scrollIntoViewIfNeeded();
    const top = () => page.evaluate<number>('scrollY');
    const before = await top();
    expect(before).toBeGreaterThan(1_000);
    await last.click();
    await page.waitForURL('**/items/*');
    await page.goBack();
    await last.waitFor();
    expect(await titles(page)).toHaveLength(53);
    await expect.poll(top).toBe(before);
  }));

test('without script, the rest of the list is a page that leads back', () =>
  withPage({ scripts: false }, async (page) => {
    await page.goto(home());
    await page.click('.more');
    expect(await titles(page)).toHaveLength(3);
    await page.click('text=Back to the first page');
    expect(page.url()).toBe(home());
  }));

test('older comments are put before the shown ones', () =>
  withPage({}, async (page) => {
    await page.goto(`${home()}/items/${item.slug}`);
    const comments = page.locator('.talk .prose');
    expect(await comments.count()).toBe(100);
    await page.click('text=Show older comments');
    await page.locator('text="Comment 1"').waitFor();
    expect((await comments.allTextContents()).map((text) => text.trim()).slice(0, 3)).toEqual([
      'Comment 1',
      'Comment 2',
      'Comment 3',
    ]);
    expect(await comments.count()).toBe(102);
    expect(await focused(page)).toContain('Comment 1');
    expect(await said(page)).toBe('Older comments are shown.');
  }));

test('a long comment shows its beginning until it is opened, also without script', () =>
  withPage({ scripts: false }, async (page) => {
    const path = `${home()}/items/${longComment.item.slug}`;
    await page.goto(path);
    const heightOf = async () => (await page.locator('.talk .prose').boundingBox())!.height;
    const folded = await heightOf();
    expect(folded).toBeLessThan(300);
    const summary = page.locator('.rest summary');
    expect((await summary.innerText()).trim()).toMatch(/^Show more\b/);
    await summary.press('Enter');
    expect(await heightOf()).toBeGreaterThan(3 * folded);
    expect((await summary.innerText()).trim()).toMatch(/^Show less\b/);
    await summary.press('Enter');
    expect(await heightOf()).toBe(folded);
    // Who goes through the links sees each.
    await page.locator('.talk .prose a').focus();
    expect(await heightOf()).toBeGreaterThan(3 * folded);
  }));

test('a comment that a link leads to is shown whole', () =>
  withPage({}, async (page) => {
    await page.goto(`${home()}/items/${longComment.item.slug}#comment-${longComment.id}`);
    expect((await page.locator('.talk .prose').boundingBox())!.height).toBeGreaterThan(900);
    expect(await page.locator('.rest summary').isVisible()).toBe(false);
  }));

test('a vote is counted where the button is, which keeps the focus', () =>
  withPage({ member: true }, async (page) => {
    await page.goto(home());
    await page.click('.more');
    const button = page.locator('.items > li').nth(51).locator('.vote');
    await button.focus();
    // With the vote, the list can come in another order: what is shown is from the page of the idea.
    const answer = page.waitForResponse((response) => /\/items\/[\w-]+\?/.test(response.url()));
    await page.keyboard.press('Enter');
    await answer;
    await page.locator('.items .vote[aria-pressed=true]').waitFor();
    expect(await titles(page)).toHaveLength(53);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.items > li').nth(51).locator('.vote:focus').count()).toBe(1);
    expect(await said(page)).toBe('Your vote is counted.');
    await page.goto(`${home()}/items/${item.slug}`);
    await page.click('.reaction >> nth=1');
    await page.locator('.reaction[aria-pressed=true]').waitFor();
    expect(await focused(page)).toContain('1');
    await page.reload();
    expect(await page.locator('.reaction[aria-pressed=true]').count()).toBe(1);
  }));

test('a vote without a connection says so next to its button, and can be given again', () =>
  withPage({ member: true }, async (page) => {
    await page.goto(home());
    const row = page.locator('.items > li').nth(2);
    await page.context().setOffline(true);
    await row.locator('.vote').click();
    const note = row.getByRole('alert');
    await note.waitFor();
    expect(await note.textContent()).toBe('No connection. Try again.');
    expect(page.url()).toBe(home());
    await page.context().setOffline(false);
    await row.locator('.vote').click();
    await row.locator('.vote[aria-pressed=true]').waitFor();
    expect(await note.count()).toBe(0);
  }));

test('a comment or reply without a connection stays in its form, which says so, and can be sent again', () =>
  withPage({ member: true }, async (page) => {
    await page.goto(`${home()}/items/${longComment.item.slug}?reply=${longComment.id}`);
    await page.fill('#comment', 'From a tunnel');
    await page.context().setOffline(true);
    const send = page.locator('#write .send button');
    await send.click();
    const note = page.locator('#write').getByRole('alert');
    await send.click();
    expect(await note.allTextContents()).toEqual([
      'No connection. What you entered is still here: send it again once you are online.',
    ]);
    expect(await page.inputValue('#comment')).toBe('From a tunnel');
    await page.context().setOffline(false);
    await send.click();
    await page.locator('.replies .prose', { hasText: 'From a tunnel' }).waitFor();
  }));

test('a comment of today says how long ago it was posted', () =>
  withPage({}, async (page) => {
    await page.goto(`${home()}/items/${item.slug}`);
    const shown = page.locator('.posts time').last();
    expect(await shown.textContent()).toMatch(/^(now|\d+ minutes? ago)$/);
    await page.clock.setFixedTime(Date.now() + 5 * 3_600_000);
    await page.reload();
    expect(await shown.textContent()).toMatch(/^[45] hours ago$/);
    await page.clock.setFixedTime(Date.now() + 30 * 3_600_000);
    await page.reload();
    expect(await shown.textContent()).toMatch(/ \d{4}$|, \d{4}$/);
  }));
