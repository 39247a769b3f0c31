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
  const field = search.getByRole('combobox');
  await field.pressSequentially('delete a story', { delay: 10 });
  const found = search.getByRole('option', { name: 'Delete a story Stories', exact: true });
  await found.waitFor();
  expect(await search.getByRole('option').count()).toBeLessThanOrEqual(8);
  const [box, view] = [await search.locator('.hints').boundingBox(), page.viewportSize()];
  expect(box!.x + box!.width).toBeLessThanOrEqual(view!.width);
  await field.press('Escape');
  expect(await search.getByRole('option').count()).toBe(0);
  await field.fill('xyzzyplugh');
  await search.getByRole('listbox').getByText('Nothing found').waitFor();
  await field.fill('webook retr');
  await search.getByRole('option', { name: 'All results for “webhook retr”' }).waitFor();
  await field.fill('delete a story');
  await found.click();
  await page.waitForURL('**/docs/stories/deleteStory');
  expect(complaints).toEqual([]);
  await context.close();
});

test('results are chosen with the arrow keys, and the field is reached with a key from anywhere', async () => {
  const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/authentication`);
  const field = page.getByRole('combobox');
  const isFocused = () => field.evaluate((element) => element === element.ownerDocument.activeElement);
  for (const key of ['/', 'Control+k']) {
    await page.locator('body').press(key);
    expect([key, await isFocused(), await field.inputValue()]).toEqual([key, true, '']);
    await field.blur();
  }
  await field.pressSequentially('delete a/story');
  expect(await field.inputValue()).toBe('delete a/story');
  await field.fill('delete a story');
  await page.getByRole('option', { name: 'Delete a story Stories', exact: true }).waitFor();
  const options = await page.getByRole('option').allTextContents();
  const chosen = async () => {
    const id = await field.getAttribute('aria-activedescendant');
    return id && page.locator(`#${id}[aria-selected=true]`).textContent();
  };
  expect(await chosen()).toBeNull();
  await field.press('ArrowUp');
  expect(await chosen()).toBe(options.at(-1));
  await field.press('ArrowDown');
  expect(await chosen()).toBe(options[0]);
  await field.press('Escape');
  expect([await chosen(), await field.getAttribute('aria-expanded')]).toEqual([null, 'false']);
  await field.fill('delete a story ');
  await page.getByRole('option').first().waitFor();
  await field.press('ArrowDown');
  await Promise.all([page.waitForURL('**/docs/stories/deleteStory'), field.press('Enter')]);
  expect(complaints).toEqual([]);
  await context.close();
});
