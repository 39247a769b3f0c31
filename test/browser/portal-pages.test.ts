import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { startDemoService } from '../support/demo-service.ts';
import { sampled } from '../support/sampling.ts';
import { type OwnService } from '../support/service.ts';
import { assertPage, openWindow, viewsOf, withPage, type View } from './page-checks.ts';
import type { Demo } from '../../cli/core/demo-file.ts';

/** Set to write the pictures of docs/ again. */
const pictures = process.env['PICTURES'] ? resolve(import.meta.dirname, '../../docs/images') : undefined;

const shown = new Set(['portal-feedback-1280-light', 'portal-feedback-1280-dark']);

const pages = {
  feedback: '',
  filtered: '?status=planned&sort=newest',
  few: '?status=closed',
  search: '?q=sign+in',
  roadmap: '/roadmap',
  changelog: '/updates',
  update: '/updates/tidepool-after-dark',
  webhooks: '/updates/webhooks',
  item: '/items/sign-in-with-a-passkey',
  older: '/items/sign-in-with-a-passkey?cursor=ffffffff-ffff-7fff-bfff-ffffffffffff',
} as const;

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

const signIn = async (page: Page) => {
  const { origin, pathname } = new URL(urlOf('/new'));
  await page.goto(`${origin}/sign-in?${new URLSearchParams({ next: pathname }).toString()}`);
  await page.locator('[value=choose-password]').click();
  await page.fill('#email', demo.user.email);
  await page.fill('#password', demo.user.password);
  await Promise.all([page.waitForURL(urlOf('/new')), page.keyboard.press('Enter')]);
};

/** Posts an idea past those that are like it, and a comment on it; returns the pages of what one wrote. */
async function ownPages(page: Page): Promise<Record<string, string>> {
  await page.goto(urlOf('/new'));
  await page.fill('#title', 'Sign in with passkeys');
  await page.click('form.sheet [type=submit].button');
  await page.click('[value=send]');
  const item = new URL(page.url());
  await page.fill('#comment', 'It would save me a minute each day.');
  await page.click('#write [type=submit].button');
  const hrefOf = async (link: string) => (await page.locator(link).first().getAttribute('href'))!;
  return {
    mine: new URL(urlOf('/mine')).pathname,
    'own-item': item.pathname,
    reply: await hrefOf('a[href*="reply="]'),
    'edit-comment': await hrefOf('a[href*="/comments/"]'),
    'edit-item': await hrefOf('a[href$="/edit"]'),
  };
}

async function assertOwnPages(page: Page, view: View): Promise<void> {
  for (const [name, path] of Object.entries(await ownPages(page))) {
    const answer = await page.goto(service.baseUrl + path);
    expect([name, answer?.status()]).toEqual([name, 200]);
    await assertPage(page, `portal-${name}`, view);
  }
}

describe.each(viewsOf('portal pages'))('at $width pixels, $colorScheme, a portal', (view) => {
  const all = Object.entries(pages);
  const drawn = pictures ? all : sampled(`portal pages at ${view.width}`, 5, all);
  test.each(drawn)('has a page %s without a fault and without overflow', async (name, path) => {
    const { context, page, complaints } = await openWindow(browser, view);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${service.baseUrl}/`)) foreign.push(request.url());
    });
    const answer = await page.goto(urlOf(path));
    expect(answer?.status()).toBe(200);
    expect([foreign, complaints]).toEqual([[], []]);
    expect(await page.locator('h1').count()).toBe(1);
    const picture = `portal-${name}-${view.width}-${view.colorScheme}`;
    if (pictures && shown.has(picture)) await page.screenshot({ path: `${pictures}/${picture}.png` });
    await assertPage(page, `portal-${name}`, view);
    await context.close();
  });

  test('has no fault for a signed-in visitor either', async () => {
    const { context, page, complaints } = await openWindow(browser, view);
    await signIn(page);
    for (const [name, path] of [
      ['suggest', '/new'],
      ['signed-in', ''],
      ['item-signed-in', '/items/sign-in-with-a-passkey'],
    ] as const) {
      await page.goto(urlOf(path));
      await assertPage(page, `portal-${name}`, view);
    }
    await page.goto(urlOf('/new'));
    await page.fill('#title', 'Sign in with passkeys');
    await page.click('form .button:has-text("Submit")');
    expect(await page.locator('h1').textContent()).toBe('Is it one of these?');
    await assertPage(page, 'portal-similar', view);
    await assertOwnPages(page, view);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test.each(Object.entries(pages))('the page %s weighs less than 60 KB without images', async (_, path) => {
  const html = await (await fetch(urlOf(path), { headers: { accept: 'text/html' } })).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
  expect(sheets).toHaveLength(1);
  const parts = [html];
  const scripts = [...html.matchAll(/<script src="([^"]+)" defer><\/script>/g)].map(([, src]) => src!);
  expect(scripts).toHaveLength(1);
  for (const file of [...sheets, ...scripts]) parts.push(await (await fetch(service.baseUrl + file)).text());
  const bytes = parts.map((part) => gzipSync(part).length).reduce((sum, size) => sum + size);
  expect(bytes).toBeLessThan(60 * 1024);
  // Data for search engines is no script.
  expect(html).not.toMatch(
    /<script(?! type="application\/ld\+json">| src="\/assets\/page-)|javascript:|\son\w+=/i,
  );
});

describe('without script, by keyboard alone,', () => {
  test('a visitor filters, signs in, votes, suggests and comments', async () => {
    await withPage(
      browser,
      { javaScriptEnabled: false, viewport: { width: 1280, height: 900 } },
      async (page) => {
        const press = async (locator: string) => {
          await page.locator(locator).first().focus();
          await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
          await page.waitForLoadState();
        };
        await page.goto(urlOf(''));
        await press('a:has-text("Under review")');
        expect(page.url()).toContain('status=reviewing');
        const votes = async () => Number(await page.locator('.vote span').first().textContent());
        const count = await votes();
        await press('a.vote');
        expect(page.url()).toContain('/sign-in');
        await press('button:has-text("Use a password instead")');
        await page.locator('#email').focus();
        await page.keyboard.type(demo.user.email);
        await page.keyboard.press('Tab');
        await page.keyboard.type(demo.user.password);
        await page.keyboard.press('Enter');
        // The vote that they signed in for is counted.
        await page.waitForURL('**/feedback?status=reviewing&voted=*');
        // They are where they were, with a word about their vote.
        const row = page.locator('.item:target');
        expect(await row.locator('[role=status]').textContent()).toContain('Your vote is counted.');
        await expect.poll(() => page.evaluate("document.activeElement.matches('.item:target')")).toBe(true);
        expect(page.url()).toContain('status=reviewing');
        expect(await page.locator('button.vote').first().getAttribute('aria-pressed')).toBe('true');
        expect(await votes()).toBe(count + 1);
        await press('.item h2 a');
        await page.locator('#comment').focus();
        await page.keyboard.type('I would use it every day.');
        await press('#write [type=submit].button');
        expect(await page.locator('.talk .posts').textContent()).toContain('I would use it every day.');
        await press('a[href*="reply="]');
        // The browser moves the focus when it first draws the page.
        await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('comment');

        await page.goto(urlOf(''));
        await page.locator('[type=search]').focus();
        await page.keyboard.type('passkeys');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/feedback?q=passkeys');
        expect(await page.locator('.item h2').first().textContent()).toContain('passkey');

        await page.goto(urlOf('/new'));
        expect(await page.locator('.pictures').textContent()).toContain('paste or drop pictures');
        await page.fill('#title', 'Pin a note');
        await press('form.sheet [type=submit].button');
        await page.waitForURL('**/items/pin-a-note?thanks');
        expect(await page.locator('h1').textContent()).toContain('Pin a note');
        expect(await page.locator('[role=status]').textContent()).toContain('Thank you!');
        await page.goto(urlOf('?sort=newest'));
        expect(await page.locator('.item h2').first().textContent()).toContain('Pin a note');
      },
    );
  });

  test('the first Tab leads past the navigation', async () => {
    await withPage(browser, { viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(urlOf(''));
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    });
  });
});

test('an Arabic reader gets pages that run from right to left, without overflow', async () => {
  for (const width of [360, 1280]) {
    const view = { width, colorScheme: 'light' as const };
    const { context, page, complaints } = await openWindow(browser, view, { locale: 'ar-EG' });
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(urlOf(path));
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      const brand = (await page.locator('.brand .initial, .brand img').first().boundingBox())!;
      const account = (await page.locator('.who').boundingBox())!;
      expect(brand.x, name).toBeGreaterThan(account.x + account.width);
      // A title in Latin letters stands at the edge of the page where the logo is; its lines run by their own direction.
      const title = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.intro h1[dir=auto]')].map((one) => one.getBoundingClientRect().right)",
      );
      for (const right of title) expect(right, name).toBeCloseTo(brand.x + brand.width, 0);
      await assertPage(page, `portal-${name}-rtl`, view);
    }
    await page.goto(urlOf(''));
    await page.click('.languages button:has-text("Deutsch")');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    if (width === 360) {
      await page.click('.languages [value=ar]');
      await signIn(page);
      await assertOwnPages(page, view);
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('the head of a portal has one line on a phone in each language, with who is signed in as a picture', async () => {
  for (const locale of ['en', 'de', 'fr', 'es', 'ja', 'ar']) {
    const view = { width: 390, colorScheme: 'light' as const };
    const { context, page } = await openWindow(browser, view, { locale });
    await signIn(page);
    await page.goto(urlOf(''));
    const height = async (selector: string) => (await page.locator(selector).boundingBox())!.height;
    expect(await height('.brand bdi'), locale).toBeLessThan(30);
    expect(await height('.masthead'), locale).toBeLessThan(80);
    expect(await height('.tabs'), locale).toBeLessThan(56);
    expect(await page.locator('a.me .avatar').isVisible()).toBe(true);
    expect(await page.locator('.masthead form').isVisible()).toBe(false);
    await context.close();
  }
});

test('links shown on other sites carry title, description, picture and the feed', async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(urlOf('/updates/tidepool-after-dark'));
    const content = (property: string) =>
      page.locator(`meta[property="og:${property}"]`).getAttribute('content');
    expect(await content('title')).toBe('Tidepool after dark');
    expect(await content('site_name')).toBe('Tidepool');
    expect(await content('type')).toBe('article');
    expect(await content('url')).toBe(urlOf('/updates/tidepool-after-dark'));
    expect(await content('description')).toContain('A dark theme that follows your device');
    const image = await fetch((await content('image'))!);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const feed = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
    expect((await fetch(service.baseUrl + feed)).headers.get('content-type')).toContain(
      'application/atom+xml',
    );
  });
});
