import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { openWindow } from './page-checks.ts';

const { baseUrl } = sharedService();
let browser: Browser;

beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

test.each([360, 1280])('results are shown while typing, %d wide, and Escape closes them', async (width) => {
  const { context, page, complaints } = await openWindow(browser, { width, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/authentication`);
  const search = page.getByRole('search');
  const field = search.getByRole('searchbox');
  await field.pressSequentially('delete a story', { delay: 10 });
  const found = search.getByRole('link', { name: 'Delete a story', exact: true });
  await found.waitFor();
  expect(await search.getByRole('link').count()).toBeLessThanOrEqual(6);
  const [box, view] = [await search.locator('.hints').boundingBox(), page.viewportSize()];
  expect(box!.x + box!.width).toBeLessThanOrEqual(view!.width);
  await field.press('Escape');
  expect(await search.getByRole('link').count()).toBe(0);
  await field.fill('xyzzyplugh');
  await search.getByText('Nothing found').waitFor();
  await field.fill('delete a story');
  await found.click();
  await page.waitForURL('**/docs/stories/deleteStory');
  expect(complaints).toEqual([]);
  await context.close();
});
