import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { noisyPng } from '../portals/images.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, phone } from './page-checks.ts';

/** Pictures and covers of updates, from the first form on. */

const service = sharedService();
let browser: Browser;
let portal: Portal;
let cookies: ReadonlyMap<string, string>;
let readUpdate: (title: string) => Promise<FeedbackUpdate | undefined>;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin', [await workspace.team()]);
  portal = await feedbackApi(workspace, admin.client).portal({ name: 'Tidepool' });
  readUpdate = async (title) => {
    const { json } = await admin.client.get(`${workspace.path}/portals/${portal.id}/updates`);
    return (json.data as FeedbackUpdate[]).find((one) => one.title === title);
  };
  ({ cookies } = await signedIn(service, workspace, admin));
});
afterAll(() => browser.close());

async function withEditor(
  options: Parameters<typeof openWindow>[2],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, phone, options);
  await setSession(context, service.baseUrl, cookies);
  await page.goto(`${service.baseUrl}/portals/${portal.slug}/manage/new-update`);
  await act(page);
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  await context.close();
}

const cover = { name: 'wide.png', mimeType: 'image/png', buffer: noisyPng(160, 60) };

/** Pastes a picture as a program that takes screenshots leaves it. */
const paste = (page: Page, bytes: Buffer) =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (one) => one.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.getElementById('body').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }`);

test('a new update is published with the picture that was pasted and the cover that was chosen', async () => {
  await withEditor({}, async (page) => {
    await page.getByLabel('Title').fill('Maps by night');
    await page.getByLabel('Text').fill('They are dark now.');
    await paste(page, noisyPng(40, 20));
    await page.getByLabel('image.png: What does it show?').fill('A dark map');
    await page.locator('.cover-picture input[type=file]').setInputFiles(cover);
    await page.getByText('“wide.png” will be the cover.').waitFor();
    // What is chosen stays so past a preview, which stores nothing.
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This is not saved yet.').waitFor();
    expect(await readUpdate('Maps by night')).toBeUndefined();
    expect(await page.locator('.pictures li').allInnerTexts()).toHaveLength(2);
    await assertPage(page, 'update-with-pictures', phone);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Published. It is in your changelog now.').waitFor();
  });
  expect(await readUpdate('Maps by night')).toMatchObject({
    body: expect.stringMatching(/^They are dark now\.\s+!\[A dark map\]\(\S+\)$/),
    coverImageId: expect.any(String),
    publishedAt: expect.any(String),
  });
});

test('that a picture is sent is said where it was chosen, and nowhere else', async () => {
  await withEditor({}, async (page) => {
    await page.getByLabel('Title').fill('Slow pictures');
    await page.getByLabel('Text').fill('They arrive late.');
    await paste(page, noisyPng(40, 20));
    await page.getByText('“image.png”').first().waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/picture', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Uploading').first().waitFor();
    expect(await page.getByText('Uploading').count()).toBe(1);
    expect(await page.locator('.cover-picture').getByText('Uploading').count()).toBe(0);
    release();
    await page.getByText('Published. It is in your changelog now.').waitFor();
  });
});

test('an update whose cover is refused is stored, and not published without it', async () => {
  await withEditor({}, async (page) => {
    await page.getByLabel('Title').fill('A torn cover');
    await page.locator('.cover-picture input[type=file]').setInputFiles(cover);
    // Cut on its way, so that browsers show it and the service does not.
    await page.route('**/picture', async (route) => {
      const body = route.request().postDataBuffer()!;
      body.write('XDAT', body.indexOf('IDAT'));
      await route.continue({ postData: body });
    });
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Your text is saved. “wide.png” could not be added.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('A torn cover');
  });
  expect(await readUpdate('A torn cover')).toMatchObject({ coverImageId: null, publishedAt: null });
});

test('without script, an update waits for the cover that was chosen, which a button sends with the text', async () => {
  await withEditor({ javaScriptEnabled: false }, async (page) => {
    await page.getByLabel('Title').fill('By hand');
    await page.getByLabel('Image').setInputFiles(cover);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('The cover is not sent yet.').first().waitFor();
    expect(await readUpdate('By hand')).toBeUndefined();
    await page.getByLabel('Image').setInputFiles(cover);
    await page.getByRole('button', { name: 'Save with this cover' }).click();
    await page.getByText('The cover is saved.').waitFor();
    const { coverImageId } = (await readUpdate('By hand'))!;
    expect(coverImageId).not.toBeNull();
    // A picture of the text is added to what is stored.
    await page.getByLabel('Picture', { exact: true }).or(page.locator('#picture')).setInputFiles(cover);
    await page.getByRole('button', { name: 'Add a picture' }).last().click();
    await page.getByText('The picture is at the end of the text.').waitFor();
    await page.getByLabel('Remove the cover when I save').check();
    await page.getByLabel('Summary').fill('In short.');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Published. It is in your changelog now.').waitFor();
  });
  expect(await readUpdate('By hand')).toMatchObject({
    summary: 'In short.',
    body: expect.stringContaining('![Picture]('),
    coverImageId: null,
    publishedAt: expect.any(String),
  });
});
