import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace } from '../support/workspace.ts';

let browser: Browser;
const { baseUrl } = sharedService();
beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

test('a vote that was given and the current tab have a ground that others lack in a reader’s own colors', async () => {
  const workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  await feedback.item(portal);
  const { cookies } = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
  const context = await browser.newContext({ forcedColors: 'active' });
  await setSession(context, baseUrl, cookies);
  const page = await context.newPage();
  await page.goto(`${baseUrl}/portals/${portal.slug}/feedback/items/${item.slug}`);
  await page.click('button.vote');
  await page.waitForSelector('.vote[aria-pressed="true"]');
  await page.goto(`${baseUrl}/portals/${portal.slug}/feedback`);
  const ground = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
  await page.waitForSelector('.vote[aria-pressed="true"]');
  expect(await ground('.vote[aria-pressed="true"]')).not.toBe(await ground('.vote[aria-pressed="false"]'));
  expect(await ground('.tabs [aria-current]')).not.toBe(await ground('.tabs a:not([aria-current])'));
  expect(await ground('.choices [aria-current]')).not.toBe(await ground('.choices a:not([aria-current])'));
  await context.close();
});

test('a chart has the ground and the text of a reader’s own colors', async () => {
  const context = await browser.newContext({ forcedColors: 'active', colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/`);
  const system = (color: string) =>
    page.evaluate<string>(`(() => {
      const made = document.body.appendChild(document.createElement('p'));
      made.style.color = '${color}';
      return getComputedStyle(made).color;
    })()`);
  const fill = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.drawn ${selector}')).fill`);
  expect(await fill('.ground')).toBe(await system('Canvas'));
  expect(await fill('text:not(.title)')).toBe(await system('CanvasText'));
  await context.close();
});
