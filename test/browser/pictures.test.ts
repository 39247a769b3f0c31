import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portals/portal.ts';
import { noisyPng } from '../portals/images.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { assertPage, openWindow, phone, viewsOf, type View } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let portal: Portal;
let cookies: ReadonlyMap<string, string>;
let idea: string;

const file = { name: 'screen.png', mimeType: 'image/png', buffer: noisyPng(1_000, 400) };

beforeAll(async () => {
  browser = await startChromium();
  const [workspace, elsewhere] = await Promise.all([newWorkspace(), newWorkspace()]);
  portal = await feedbackApi(workspace, (await workspace.person('admin')).client).portal({
    name: 'Tidepool',
    color: '#0f766e',
  });
  const visitor = await signedIn(service, elsewhere, await elsewhere.person('guest'));
  ({ cookies } = visitor);
  const path = `/portals/${portal.slug}/feedback/new`;
  const fields = { title: 'A dark theme', boardId: portal.boards[0]!.id, after: 'send' };
  idea = new URL((await visitor.submit(await visitor.open(path), path, fields)).url).pathname;
});
afterAll(() => browser.close());

async function withVisitor(
  view: View,
  options: Parameters<typeof openWindow>[2],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, view, options);
  await setSession(context, service.baseUrl, cookies);
  await act(page);
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  await context.close();
}

test('a visitor adds a picture on a phone without script, and sees it in its own ratio', async () => {
  await withVisitor(phone, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`${service.baseUrl}${idea}`);
    await page.getByRole('link', { name: 'Add a picture' }).click();
    await page.getByLabel('Picture').setInputFiles(file);
    await page.getByLabel('What does it show?').fill('The settings at night');
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await page.getByText('Your picture is added.').waitFor();
    const shown = page.getByAltText('The settings at night');
    const box = (await shown.boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(2.5, 1);
    expect(box.width).toBeLessThanOrEqual(phone.width);
  });
});

test('a script uploads a picture that is too large to be sent with the form', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea}/picture`);
    await page.getByText('up to 10 MB').waitFor();
    const large = noisyPng(2_600, 1_000, 256);
    expect(large.length).toBeGreaterThan(5_000_000);
    await page.getByLabel('Picture').setInputFiles({ ...file, buffer: large });
    await page.getByLabel('What does it show?').fill('A map of the town');
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await page.getByText('Your picture is added.').waitFor();
    await page.getByAltText('A map of the town').waitFor();
    // One that is larger still is refused before it is sent.
    await page.goto(`${service.baseUrl}${idea}/picture`);
    await page.getByLabel('Picture').setInputFiles({ ...file, buffer: Buffer.alloc(11_000_000) });
    await page.getByLabel('What does it show?').fill('Too much');
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await page.getByText('larger than 10 MB').waitFor();
  });
});

describe.each(viewsOf('visitors of portals'))('at $width pixels, $colorScheme,', (view) => {
  test.each(['en', 'ar'])('the form and the idea with its picture have no fault: %s', async (locale) => {
    await withVisitor(view, { locale }, async (page) => {
      await page.goto(`${service.baseUrl}${idea}/picture`);
      await assertPage(page, `picture-form-${locale}`, view);
      await page.goto(`${service.baseUrl}${idea}`);
      await assertPage(page, `picture-of-idea-${locale}`, view);
    });
  });
});
