import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawl } from '../docs/docs-pages.ts';
import { startChromium } from '../support/chromium.ts';
import { sampled } from '../support/sampling.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, viewsOf, type View } from './page-checks.ts';

const { baseUrl } = sharedService();
let browser: Browser;

beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

/** Opens a page as a reader does: nothing from elsewhere, no fault, and one heading that says what it is. */
async function assertDocsPage(path: string, view: View, status = 200): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, view);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseUrl}/`)) foreign.push(request.url());
  });
  const answer = await page.goto(baseUrl + path);
  expect(answer?.status()).toBe(status);
  const missing = complaints.filter((text) => !(status === 404 && text.includes('404')));
  expect([foreign, missing]).toEqual([[], []]);
  expect(await page.locator('h1').count()).toBe(1);
  await assertPage(page, `docs${path === '/' ? '-home' : path.replaceAll('/', '-')}`, view);
  await context.close();
}

const pages: [path: string, status: number][] = [
  ['/', 200],
  ['/docs', 200],
  ['/docs/webhook-events', 200],
  ['/docs/ai-clients', 200],
  ['/docs/sprints', 200],
  ['/docs/stories/createStory', 200],
  ['/docs/find?q=webhook+secrets', 200],
  ['/docs/find', 200],
  ['/docs/nothing', 404],
  ['/nothing', 404],
  ['/portals/none/feedback/nothing', 404],
];

describe.each(viewsOf('docs pages'))('at $width pixels, $colorScheme, the documentation', (view) => {
  const drawn = process.env['PICTURES'] ? pages : sampled(`docs pages at ${view.width}`, 5, pages);
  test.each(drawn)('has a page %s, which answers %i, without a fault and without overflow', (path, status) =>
    assertDocsPage(path, view, status),
  );
});

test('the brand leads home, and is on one line with what is below it', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  const below: [path: string, selector: string][] = [
    ['/', 'h1'],
    ['/docs/stories', '.map .wide-only .heading'],
    ['/sign-in', '.card'],
  ];
  for (const [path, selector] of below) {
    await page.goto(baseUrl + path);
    const [brand, content] = await Promise.all(
      ['.brand', selector].map(async (one) => (await page.locator(one).first().boundingBox())!.x),
    );
    expect([path, Math.round(brand! - content!)]).toEqual([path, 0]);
  }
  await page.locator('.brand').click();
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

test.each([1280, 390])('at %i pixels, the first request is right below its languages', async (width) => {
  const { context, page } = await openWindow(browser, { width, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs`);
  const boxOf = async (selector: string) => (await page.locator(`.first-call ${selector}`).boundingBox())!;
  const choice = await boxOf('.languages fieldset');
  const request = await boxOf('.in-sh pre');
  const copy = await boxOf('.in-sh button.copy');
  const answer = await boxOf('> figure figcaption');
  const told = await boxOf('p');
  const answered = await boxOf('> figure pre');
  expect(request.y - (choice.y + choice.height)).toBeLessThan(16);
  expect(request.y).toBeGreaterThanOrEqual(choice.y + choice.height);
  expect(Math.abs(request.x - choice.x)).toBeLessThan(2);
  expect(copy.y).toBeGreaterThanOrEqual(choice.y - 4);
  expect(copy.y + copy.height).toBeLessThanOrEqual(request.y + 4);
  expect(copy.x).toBeGreaterThan(choice.x + choice.width / 2);
  if (width > 960) {
    expect(Math.abs(answer.y - choice.y)).toBeLessThan(16);
    // As high as the request with what is said of it.
    expect(Math.abs(answered.y + answered.height - (told.y + told.height))).toBeLessThan(40);
    expect(await page.locator('.first-call > figure pre').getAttribute('tabindex')).toBe('0');
  }
  const steps = page.locator('#begin .steps > li');
  expect(await steps.locator('h3').allTextContents()).toHaveLength(await steps.count());
  expect(await steps.nth(2).locator('figcaption').first().textContent()).toContain('both variables');
  await context.close();
});

test('the page of a group shows its main object, and another one once a link leads to it', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/stories`);
  const fields = page.locator('#StoryTriage dl');
  expect([await page.locator('#Story dl').isVisible(), await fields.isVisible()]).toEqual([true, false]);
  await page.locator('#Story').getByRole('link', { name: 'StoryTriage' }).click();
  await fields.waitFor();
  await page.reload();
  await fields.waitFor();
  await context.close();
});

test('the list of pages names guides and reference, and opens only the group of the page', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/portals`);
  const map = page.getByRole('navigation', { name: 'Documentation' });
  expect(await map.locator('.kind').allTextContents()).toEqual(['Guides', 'Reference']);
  expect(await map.locator('details[open] > summary').allTextContents()).toEqual(['Feedback portals']);
  await page.goto(`${baseUrl}/docs/operations`);
  expect(await map.locator('details[open]').count()).toBe(0);
  expect(await map.locator('[aria-current=page]').textContent()).toBe('All operations');
  await context.close();
});

test('the home shows what the service draws, in the colors of the page, and where to sign in', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme });
    await page.goto(`${baseUrl}/`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const drawn = ['Forecast of Sign in with a passkey', 'A team’s board', 'A feedback portal'];
    for (const [place, name] of drawn.entries()) {
      const { y } = (await page.getByRole('img', { name }).boundingBox())!;
      expect(y, name).toBeLessThan(place === 0 ? 200 : 600);
    }
    const colors = await page.evaluate<string[]>(
      "[getComputedStyle(document.querySelector('.drawn .ground')).fill, getComputedStyle(document.querySelector('.drawn')).backgroundColor]",
    );
    expect(colors[0]).toBe(colors[1]);
    await page.getByRole('link', { name: 'Your account' }).first().click();
    await page.waitForURL('**/sign-in*');
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('every page that can be reached from the home has no fault', async () => {
  const found = await crawl();
  expect(found.length).toBeGreaterThan(20);
  for (const { path } of sampled('pages of the reference', 3, found))
    await assertDocsPage(path, { width: 360, colorScheme: 'light' });
});

test('a wide window shows the example next to the text, and a narrow one below it', async () => {
  for (const [width, beside] of [
    [1280, true],
    [360, false],
  ] as const) {
    const { context, page } = await openWindow(browser, { width, colorScheme: 'light' });
    await page.goto(`${baseUrl}/docs/stories/createStory`);
    const [text, example] = await Promise.all(
      ['.text', '.example'].map((part) => page.locator(`#createStory > ${part}`).boundingBox()),
    );
    expect(example!.x > text!.x + text!.width - 1).toBe(beside);
    expect(example!.y > text!.y + text!.height - 1).toBe(!beside);
    await context.close();
  }
});

test('a button copies an example as it stands, says so, and works by keyboard', async () => {
  const { context, page, complaints } = await openWindow(browser, { width: 360, colorScheme: 'dark' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await page.goto(`${baseUrl}/docs/stories/createStory`);
  const button = page.locator('#createStory').getByRole('button', { name: 'Copy: Response 201' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(JSON.parse(copied)).toMatchObject({ data: { id: expect.any(String) } });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the language that a reader chooses is shown on the pages that follow', async () => {
  const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/stories/createStory`);
  const isShown = (caption: string) => page.locator('figcaption', { hasText: caption }).isVisible();
  expect([await isShown('Request with curl'), await isShown('Request with Python')]).toEqual([true, false]);
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.goto(`${baseUrl}/docs/teams/createTeam`);
  expect([await isShown('Request with curl'), await isShown('Request with Python')]).toEqual([false, true]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a request is sent from the page with the token of the reader, which the tab keeps', async () => {
  const workspace = await newWorkspace();
  const { token } = await workspace.person('admin');
  const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/teams/createTeam`);
  const form = page.locator('form.try');
  await page.getByRole('button', { name: 'Try it' }).click();
  // Whose token it is, is known only after the other fields are filled in.
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await form.getByLabel('Token').fill(token);
  await form.getByLabel('workspaceId').fill(workspace.id);
  await form.getByLabel('Body').fill('{ "name": "Made on a page", "code": "PAGE" }');
  typed.resolve();
  await form.getByText('Acts as').waitFor();
  await page.waitForLoadState('networkidle');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.getByText('201 Created').waitFor();
  expect(await form.locator('pre').textContent()).toContain('"name": "Made on a page"');

  await page.goto(`${baseUrl}/docs/teams/listTeams`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await form.getByText(/^Optional parameters/).click();
  await form.getByLabel('limit').fill('1');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByText('200 OK').waitFor();
  expect(await form.locator('pre').textContent()).toContain('Made on a page');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the list of pages shows the current one, and the part of a guide that is read', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/webhooks/rotateWebhookSecret`);
  const current = page.locator('.wide-only [aria-current=page]');
  expect(await current.textContent()).toBe('Rotate a webhook signing secret');
  const { y } = (await current.boundingBox())!;
  expect(y > 0 && y < 800).toBe(true);
  await page.goto(`${baseUrl}/docs/webhook-events#verification`);
  await page.locator('.wide-only a[href="#verification"][aria-current=location]').waitFor();
  await context.close();
});

test('where the browser refuses to copy, the button selects the example and says so', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
  await page.goto(`${baseUrl}/docs/lists`);
  await page
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click();
  await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor({ state: 'attached' });
  const [selected, shown] = await page.evaluate<[string, string]>(
    "[String(getSelection()), document.querySelector('figure pre').innerText]",
  );
  expect(selected.trim()).toBe(shown.trim());
  await context.close();
});

test('a reader without script finds an operation from the home, by keyboard alone', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(baseUrl);
  const follow = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).first().focus();
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
  };
  await follow('API documentation');
  await follow('Stories');
  expect(new URL(page.url()).pathname).toBe('/docs/stories');
  await follow('Create a story');
  expect(await page.locator('#createStory').textContent()).toContain('Idempotency-Key');
  expect(await page.locator('figure button').count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('create a sprint');
  await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
  await page.waitForLoadState();
  await follow('Create a sprint');
  expect(new URL(page.url()).pathname).toBe('/docs/sprints/createSprint');
  await context.close();
});
