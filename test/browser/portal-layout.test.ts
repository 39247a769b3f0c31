import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { startDemoService } from '../support/demo-service.ts';
import { type OwnService } from '../support/service.ts';
import { withPage } from './page-checks.ts';
import type { Demo } from '../../cli/core/demo-file.ts';

let service: OwnService;
let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  ({ service, demo } = await startDemoService());
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const urlOf = (page: string) => `${service.baseUrl}/portals/${demo.portalSlug}/feedback${page}`;

test('a phone shows the first idea at once, and the filters on request', async () => {
  await withPage(browser, { viewport: { width: 360, height: 740 } }, async (page) => {
    for (const path of ['', '?status=done', '?sort=newest']) {
      await page.goto(urlOf(path));
      const first = (await page.locator('.items .card h2').first().boundingBox())!;
      expect(first.y + first.height, path).toBeLessThanOrEqual(740);
    }
    await page.goto(urlOf(''));
    expect(await page.locator('.side nav').first().isVisible()).toBe(false);
    await page.click('.side summary');
    await page.click('.side nav a:has-text("Planned")');
    expect(new URL(page.url()).search).toBe('?status=planned');
    expect(await page.locator('.side summary').innerText()).toContain('Planned');
  });
});

test('a wide window shows the filters at once', async () => {
  await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(urlOf(''));
    for (const name of ['Boards', 'Status']) {
      expect(await page.locator(`.side nav:has-text("${name}")`).isVisible(), name).toBe(true);
    }
  });
});

test('finished ideas do not lead the list', async () => {
  await withPage(browser, { viewport: { width: 768, height: 900 } }, async (page) => {
    await page.goto(urlOf(''));
    const statuses = await page.locator('.items .status').allInnerTexts();
    const finished = statuses.map((status) => ['Done', 'Closed'].includes(status));
    expect(finished).toContain(true);
    expect(finished.indexOf(true)).toBeGreaterThan(finished.lastIndexOf(false));
  });
});

test('nothing moves while a page loads', async () => {
  await withPage(browser, { viewport: { width: 768, height: 900 } }, async (page) => {
    await page.addInitScript(`
      globalThis.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    for (const path of ['', '/updates', '/updates/tidepool-after-dark']) {
      await page.goto(urlOf(path), { waitUntil: 'networkidle' });
      expect(await page.evaluate('moved')).toBe(0);
    }
  });
});
