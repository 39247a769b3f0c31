import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
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

/** Pastes a picture into the field for a comment, as from the clipboard of a screenshot, and waits until it is chosen. */
async function paste(page: Page, picture: Buffer): Promise<void> {
  const chosen = page.locator('.pictures li');
  const before = await chosen.count();
  await dispatchPaste(page, picture);
  await chosen.nth(before).waitFor();
}

async function dispatchPaste(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.getElementById('comment').dispatchEvent(event);
  }`);
}

test('a picture is pasted into a comment, and posted with it', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea}`);
    await page.getByLabel('Your comment').fill('It looks like this.');
    await paste(page, noisyPng(400, 200));
    await page.getByText('“image.png” will be added below your text.').waitFor();
    expect(await page.locator('#comment:focus').count()).toBe(1);
    await page.getByLabel('image.png: What does it show?').first().fill('The list at night');
    await paste(page, noisyPng(40, 20));
    await page.getByRole('button', { name: 'Remove: image (2).png' }).click();
    await assertPage(page, 'pasted-picture', phone);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Your comment is posted.').waitFor();
    const posted = page.locator('.posts > li', { hasText: 'It looks like this.' });
    expect(await posted.getByAltText('The list at night').count()).toBe(1);
    expect(await posted.locator('.prose img').count()).toBe(1);
    expect(await posted.textContent()).not.toContain('edited');
  });
});

test('a damaged picture is refused before anything is posted, and each chosen one is shown', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea}`);
    await dispatchPaste(page, Buffer.from('No picture'));
    await page.getByText('“image.png” could not be added. This is not a PNG').waitFor();
    expect(await page.locator('.pictures li').count()).toBe(0);
    await paste(page, noisyPng(40, 20));
    // The transparency of a point of what was painted.
    const point = 'getContext("2d").getImageData(48, 48, 1, 1).data[3]';
    const painted = () => page.evaluate(`document.querySelector('.pictures li canvas').${point}`);
    await expect.poll(painted).toBe(255);
  });
});

test('a picture that the service refuses is named with the reason, next to what is posted', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea}`);
    await page.getByLabel('Your comment').fill('Two pictures.');
    await paste(page, noisyPng(40, 20));
    await paste(page, noisyPng(60, 20));
    // Cut on its way, so that browsers show it and the service does not.
    let isFirst = true;
    await page.route('**/picture', async (route) => {
      const body = route.request().postDataBuffer()!;
      const cut = body.indexOf('IDAT');
      if (isFirst) body.write('XDAT', cut);
      isFirst = false;
      await route.continue({ postData: body });
    });
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('“image.png” could not be added. This is not a PNG').waitFor();
    await page.getByText('Your comment is posted.').waitFor();
    await assertPage(page, 'refused-picture', phone);
    await page.getByRole('link', { name: 'Continue without a picture' }).click();
    const posted = page.locator('.posts > li', { hasText: 'Two pictures.' });
    expect(await posted.locator('.prose img').count()).toBe(1);
  });
});

test('the picture of an idea stays chosen past a refusal and similar ideas', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea.replace(/items.*/, 'new')}`);
    await page.getByLabel('Your idea in a few words').fill(' ');
    const pictures = page.locator('.pictures input[type=file]');
    await pictures.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No') });
    await page.getByText('This is not a PNG, JPEG or WebP image').waitFor();
    // A photo that is too large to be sent becomes smaller.
    const large = noisyPng(2_600, 1_000, 256);
    await pictures.setInputFiles({ ...file, name: 'A map of the town.png', buffer: large });
    await page.getByRole('button', { name: 'Submit idea' }).click();
    await page.getByText('Describe your idea in 1 to 200 characters.').waitFor();
    await page.getByLabel('A map of the town.png: What does it show?').waitFor();
    await page.getByLabel('Your idea in a few words').fill('A dark theme for maps');
    await page.getByRole('button', { name: 'Submit idea' }).click();
    await page.getByRole('button', { name: 'None of these, submit my idea' }).click();
    await page.getByText('Your idea has been posted with your vote.').waitFor();
    await page.getByAltText('A map of the town').waitFor();
  });
});

test('what was written with a picture is not lost where one is signed out meanwhile', async () => {
  await withVisitor(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${idea}`);
    await page.getByLabel('Your comment').fill('Still here?');
    await paste(page, noisyPng(40, 20));
    await page.context().clearCookies({ name: '__Host-session' });
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.waitForURL('**/sign-in/draft?*');
    expect(await page.locator('input[name=draft]').first().inputValue()).toContain('Still here?');
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
