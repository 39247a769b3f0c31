import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { noisyPng } from '../portals/images.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, phone } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let portal: Portal;
let cookies: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  portal = await feedbackApi(workspace, admin.client).portal();
  ({ cookies } = await signedIn(service, workspace, admin));
});
afterAll(() => browser.close());

async function withEditor(act: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, phone, {});
  await setSession(context, service.baseUrl, cookies);
  await page.goto(`${service.baseUrl}/portals/${portal.slug}/manage/new-update`);
  await act(page);
  expect(complaints).toEqual([]);
  await context.close();
}

const png = (name: string) => ({ name, mimeType: 'image/png', buffer: noisyPng(400, 200) });

test('a preview has the cover and the pictures that are chosen and not sent yet', async () => {
  await withEditor(async (page) => {
    await page.getByLabel('Title').fill('Out now');
    await page.getByLabel('Text', { exact: true }).fill('News');
    await page.locator('[data-kind="cover"] input[type=file]').setInputFiles(png('harbour.png'));
    await page.locator('.pictures:not([data-kind]) > input[type=file]').setInputFiles(png('boat.png'));
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.locator('[data-preview]');
    await preview.getByRole('img', { name: 'harbour' }).waitFor();
    await preview.locator('canvas.cover + .prose canvas[aria-label=boat]').waitFor();
    // The transparency of a point of what was painted.
    const point = 'getContext("2d").getImageData(8, 8, 1, 1).data[3]';
    const painted = () => page.evaluate(`document.querySelector('[data-preview] .prose canvas').${point}`);
    await expect.poll(painted).toBe(255);
    await assertPage(page, 'update-preview', phone);
  });
});

test('a page with words that are not saved asks before it is left, and once they are it does not', async () => {
  await withEditor(async (page) => {
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.getByLabel('Title').pressSequentially('Out now');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect.poll(() => asked).toBe(1);
    expect(await page.getByLabel('Title').inputValue()).toBe('Out now');
    await page.getByRole('button', { name: 'Save draft' }).last().click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.waitForURL('**/manage');
    expect(asked).toBe(1);
  });
});
