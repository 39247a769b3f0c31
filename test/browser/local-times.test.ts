import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { withPage } from './page-checks.ts';

let browser: Browser;
let workspace: TestWorkspace;
let feedback: ReturnType<typeof feedbackApi>;
let portal: Portal;
const { baseUrl } = sharedService();
beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
});
afterAll(() => browser.close());

test('dates are of the reader’s zone and language, and in UTC without script', async () => {
  const { createdAt, slug } = await feedback.item(portal);
  const url = `${baseUrl}/portals/${portal.slug}/feedback/items/${slug}`;
  const shown = (options: BrowserContextOptions) =>
    withPage(browser, { locale: 'de-DE', ...options }, async (page) => {
      await page.goto(url);
      const time = page.locator('article time').first();
      return [await time.textContent(), await time.getAttribute('title')];
    });
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone }).format(new Date(createdAt));
  // These two never have the same day.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect((await shown({ timezoneId }))[0]).toBe(dayIn(timezoneId));
  }
  const [text, title] = await shown({ timezoneId: 'Pacific/Kiritimati', javaScriptEnabled: false });
  expect(text).toBe(dayIn('UTC'));
  expect(title).toMatch(/ UTC$/);
});

test.each([
  ['en-US', 'en-US'],
  ['en-GB', 'en-GB'],
  ['en', 'en-GB'],
  ['de-AT', 'de-AT'],
])('a reader in %s reads dates as they are written in %s', async (locale, written) => {
  const { createdAt, slug } = await feedback.item(portal);
  await withPage(browser, { locale, timezoneId: 'UTC' }, async (page) => {
    await page.goto(`${baseUrl}/portals/${portal.slug}/feedback/items/${slug}`);
    const format = new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' });
    expect(await page.locator('article time').first().textContent()).toBe(format.format(new Date(createdAt)));
  });
});

test.each([
  { javaScriptEnabled: true, zone: 'Asia/Tokyo', scheduledFor: '2099-03-01T00:30:00.000Z' },
  { javaScriptEnabled: false, zone: 'UTC', scheduledFor: '2099-03-01T09:30:00.000Z' },
])('an update is scheduled in the zone $zone that the form names', async (given) => {
  const update = await feedback.update(portal);
  const cookies = (await signedIn({ baseUrl }, workspace, await workspace.person('member'))).cookies;
  await withPage(
    browser,
    { timezoneId: 'Asia/Tokyo', javaScriptEnabled: given.javaScriptEnabled },
    async (page) => {
      await setSession(page.context(), baseUrl, cookies);
      await page.goto(`${baseUrl}/portals/${portal.slug}/manage/updates/${update.slug}`);
      expect(await page.locator('#at-hint').textContent()).toContain(`In the time zone ${given.zone}.`);
      await page.fill('#at', '2099-03-01T09:30');
      await page.click('button:has-text("Schedule")');
      await page.waitForURL('**done=schedule');
      expect(await page.inputValue('#at')).toBe('2099-03-01T09:30');
    },
  );
  const { json } = await (
    await workspace.person('admin')
  ).client.get(`${feedback.pathOf(portal)}/updates/${update.id}`);
  expect((json.data as FeedbackUpdate).scheduledFor).toBe(given.scheduledFor);
});

test('a time that a browser restores when a page is loaded again is not shifted again', async () => {
  const update = await feedback.update(portal, { scheduledFor: '2099-02-28T17:00:00.000Z' });
  const { cookies } = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
  await withPage(browser, { timezoneId: 'Asia/Tokyo' }, async (page) => {
    await setSession(page.context(), baseUrl, cookies);
    // As Firefox does while it reads the page.
    await page.addInitScript({
      content: `new MutationObserver((_, observer) => {
        const field = document.querySelector('#at');
        if (!field) return;
        field.value = '2099-03-01T09:30';
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });`,
    });
    await page.goto(`${baseUrl}/portals/${portal.slug}/manage/updates/${update.slug}`);
    expect(await page.textContent('#at-hint')).toContain('Asia/Tokyo');
    expect(await page.inputValue('#at')).toBe('2099-03-01T02:00');
  });
});
