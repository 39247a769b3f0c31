import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CODE_TRIES_MAX } from '../../shared/pages/accounts/challenge-store.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { mailedCode } from '../support/mailed-code.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, phone } from './page-checks.ts';

/** A code is entered on a slow network, and its form is sent more than once. */

const { baseUrl } = sharedService();
let browser: Browser;
let home: string;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const portal = await feedbackApi(workspace, (await workspace.person('admin')).client).portal();
  home = `${baseUrl}/portals/${portal.slug}/feedback`;
});
afterAll(() => browser.close());

/** Asks for a code on the portal, and returns it. */
async function codeFor(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${baseUrl}/sign-in?next=${encodeURIComponent(new URL(home).pathname)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = await mailedCode(baseUrl, email);
  await page.getByLabel('Code').focus();
  return code;
}

/** Sends a request as the browser would, whose response never arrives there. */
const sendBesides = async (request: Request) =>
  await fetch(request.url(), {
    method: 'POST',
    headers: await request.allHeaders(),
    body: request.postData(),
    redirect: 'manual',
  });

test('a script sends the form once, however often the Enter key is pressed meanwhile', async () => {
  const { context, page, complaints } = await openWindow(browser, phone);
  const code = await codeFor(page);
  let requests = 0;
  await page.route('**/sign-in/code', async (route) => {
    requests++;
    await delay(600);
    await route.continue();
  });
  await page.keyboard.type(code);
  for (let times = 0; times < 3; times++) {
    await delay(100);
    await page.keyboard.press('Enter');
  }
  await page.waitForURL(home);
  await page.locator('form[action="/sign-out"]').first().waitFor({ state: 'attached' });
  expect([requests, complaints]).toEqual([1, []]);
  await context.close();
});

test('without script, a second request signs in where the response to the first is lost', async () => {
  const { context, page, complaints } = await openWindow(browser, phone, { javaScriptEnabled: false });
  const code = await codeFor(page);
  const statuses: number[] = [];
  await page.route('**/sign-in/code', async (route) => {
    if (statuses.length > 0) return await route.continue();
    statuses.push((await sendBesides(route.request())).status);
  });
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect.poll(() => statuses).toEqual([303]);
  await page.keyboard.press('Enter');
  await page.waitForURL(home);
  await page.locator('form[action="/sign-out"]').first().waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a code that was tried too often is followed by a new one, from the same page', async () => {
  const { context, page } = await openWindow(browser, phone);
  const code = await codeFor(page);
  for (let wrong = 0; wrong < CODE_TRIES_MAX; wrong++) {
    const answered = page.waitForResponse('**/sign-in/code');
    await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await answered;
  }
  await page.getByRole('heading', { name: 'This code is no longer valid' }).waitFor();
  await assertPage(page, 'code-spent', phone);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByText('We sent a new code. Only the newest one works.').waitFor();
  await context.close();
});
