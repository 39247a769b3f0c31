import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';
import { assertPage, openWindow, phone } from './page-checks.ts';
import { mailedCode } from '../support/mailed-code.ts';

let browser: Browser;
/** A company's own site: `localhost` is another site than `127.0.0.1`, as which the service is served. */
let site: Server;
let siteUrl: string;
let portal: Portal;
let feedback: ReturnType<typeof feedbackApi>;
let admin: Person;
const { baseUrl } = sharedService();

/** Allows this service's script and frame, and nothing else; no style and no markup as text. */
const STRICT = `default-src 'none'; script-src 'self' ${baseUrl}/assets/; frame-src ${baseUrl}; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`;

beforeAll(async () => {
  browser = await startChromium();
  site = createServer(({ url }, response) => {
    const { searchParams, pathname } = new URL(url!, siteUrl);
    if (pathname === '/token')
      return void newToken(searchParams.get('name') ?? 'Mia').then((token) => response.end(token));
    if (pathname === '/token.js')
      return void response.end("window.plotlineToken = () => fetch('/token').then((one) => one.text());");
    const slug = searchParams.get('slug')!;
    const token = searchParams.get('token') ?? '';
    response
      .setHeader('content-type', 'text/html')
      .setHeader('content-security-policy', STRICT)
      .end(
        `<!doctype html><html lang="${searchParams.get('lang') ?? 'en'}" dir="${searchParams.get('lang') === 'ar' ? 'rtl' : 'ltr'}"><head><title>Acme</title>${searchParams.has('asked') ? '<script src="/token.js"></script>' : ''}<script src="${baseUrl}/assets/widget.js" data-portal="${slug}"${searchParams.has('lang') ? '' : ' data-label="Tell us"'} data-view="${searchParams.get('view') ?? ''}" data-color="#ffd84d" data-token="${searchParams.has('frame') ? token : ''}" defer></script></head><body><main><h1>Acme</h1><p><button data-plotline-open>Ideas?</button> <button data-plotline-open="changelog">News</button> <button data-plotline-open="new">Tell more</button></p><form method="post" action="${baseUrl}/portals/${slug}/feedback/customer"><input type="hidden" name="token" value="${token}"><button>As a customer</button></form></main></body></html>`,
      );
  });
  await new Promise<void>((done) => site.listen(0, 'localhost', done));
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ embedOrigins: [siteUrl] });
  await feedback.item(portal, { title: 'Dark mode' });
});
afterAll(async () => {
  await browser.close();
  site.close();
});

const openWidget = async (page: Page, { slug }: Portal, button = 'Tell us') => {
  await page.goto(`${siteUrl}/?slug=${slug}`);
  await page.getByRole('button', { name: button }).click();
  return page.frameLocator('plotline-widget iframe');
};

/** Waits for the script of the page in the frame, which listens to Escape: the page is drawn before. */
const hasRunScript = (frame: FrameLocator) => frame.locator('html[data-framed]').waitFor();

test.each(['Tell us', 'Ideas?'])('the button "%s" of a listed site opens the portal', async (button) => {
  const { context, page, complaints } = await openWindow(browser, phone);
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![siteUrl, baseUrl].includes(origin)) foreign.push(request.url());
  });
  const frame = await openWidget(page, portal, button);
  await frame.getByRole('link', { name: 'Dark mode', exact: true }).click();
  await frame.getByLabel('Your comment').waitFor();
  expect(await page.getByRole('status').isVisible()).toBe(false);
  expect([complaints, foreign]).toEqual([[], []]);
  await assertPage(page, 'widget', phone);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('plotline-widget dialog').isVisible()).toBe(false);
  await context.close();
});

test('a button opens the page that it names, also a customer’s, and any other goes on where they were', async () => {
  const token = await newToken();
  const { context, page, complaints } = await openWindow(browser, phone);
  await page.goto(`${siteUrl}/?slug=${portal.slug}&frame&token=${token}`);
  const frame = page.frameLocator('plotline-widget iframe');
  for (const [button, heading] of [
    ['News', 'Changelog'],
    ['Tell more', 'Suggest an idea'],
    ['Ideas?', 'Suggest an idea'],
  ]) {
    await page.getByRole('button', { name: button! }).click();
    await frame.getByRole('heading', { name: heading!, level: 1 }).waitFor({ state: 'attached' });
    await frame.getByText('Mia').first().waitFor();
    await page.getByRole('heading', { name: button!, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  }
  // What was typed stays, whichever button opens its page again.
  await page.getByRole('button', { name: 'Tell more' }).click();
  await frame.locator('#title').fill('Half a wish');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Tell more' }).click();
  expect(await frame.locator('#title').inputValue()).toBe('Half a wish');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a panel stands at the end of the window, as wide as a phone', async () => {
  const { context, page, complaints } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  await page.goto(`${siteUrl}/?slug=${portal.slug}&view=panel`);
  await page.getByRole('button', { name: 'Tell us' }).click();
  await page.frameLocator('plotline-widget iframe').locator('.items').first().waitFor();
  expect(await page.locator('plotline-widget dialog').boundingBox()).toEqual({
    x: 1280 - 420 - 12,
    y: 12,
    width: 420,
    height: 776,
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the portal has the scheme of the site within it, whatever the visitor’s system has', async () => {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'dark' });
  const frame = await openWidget(page, portal);
  const ground = () => frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor');
  await frame.locator('html[data-theme=light]').waitFor();
  expect(await ground()).toBe('rgb(248, 248, 247)');
  await frame.getByRole('link', { name: 'Dark mode', exact: true }).click();
  await frame.getByLabel('Your comment').waitFor();
  await frame.locator('html[data-theme=light]').waitFor();
  expect(await ground()).toBe('rgb(248, 248, 247)');
  await context.close();
});

test('a visitor signs in with a code within the frame, and stays signed in there alone', async () => {
  const { context, page, complaints } = await openWindow(browser, phone);
  const frame = await openWidget(page, portal);
  await frame.locator('a.vote').click();
  await frame.getByText('Sign in to vote for').waitFor();
  expect(await frame.getByText('password').count()).toBe(0);
  const email = `vera-${randomUUID()}@example.org`;
  await frame.getByLabel('Email address').fill(email);
  await frame.getByRole('button', { name: 'Send me a code' }).click();
  const code = await mailedCode(baseUrl, email);
  await frame.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await frame.getByText('That code isn’t right.').waitFor();
  await frame.getByLabel('Code').fill(code);
  await frame.getByText('Your vote is counted.').waitFor();
  await frame.locator('button.vote[aria-pressed=true]').waitFor();
  // All tabs are to be seen, next to who is signed in as a picture.
  expect(await frame.locator('.me .avatar').isVisible()).toBe(true);
  expect(await frame.locator('.tabs ul').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await frame.getByRole('link', { name: 'Suggest an idea' }).click();
  await frame.getByRole('heading', { name: 'Suggest an idea' }).waitFor();
  await frame.getByRole('link', { name: 'Show all ideas' }).click();
  await frame.getByRole('link', { name: 'Suggest an idea' }).waitFor();
  await hasRunScript(frame);
  await page.keyboard.press('Escape');
  await page.locator('plotline-widget dialog').waitFor({ state: 'hidden' });
  // The session is the frame's: neither the account nor the portal in a window of its own has it.
  const alone = await context.newPage();
  await alone.goto(`${baseUrl}/portals/${portal.slug}/feedback`);
  await alone.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await alone.goto(`${baseUrl}/account`);
  expect(new URL(alone.url()).pathname).toBe('/sign-in');
  expect(complaints.filter((text) => !/401|Blocked autofocusing/.test(text))).toEqual([]);
  const again = await openWidget(page, portal);
  await again.getByRole('button', { name: 'Sign out' }).click();
  await again.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await context.close();
});

test('a customer of the site votes and comments within the frame, which Escape closes', async () => {
  const token = await newToken();
  const { context, page, complaints } = await openWindow(browser, phone);
  await page.goto(`${siteUrl}/?slug=${portal.slug}&frame&token=${token}`);
  await page.getByRole('button', { name: 'Tell us' }).click();
  const frame = page.frameLocator('plotline-widget iframe');
  await frame.getByText('Mia').waitFor();
  await frame.locator('button.vote').click();
  await frame.getByText('Your vote is counted.').waitFor();
  await frame.getByRole('link', { name: 'Dark mode', exact: true }).click();
  await frame.locator('#comment').fill('From within the frame');
  await frame.getByRole('button', { name: 'Comment' }).click();
  await frame.getByText('Your comment is posted.').waitFor();
  await hasRunScript(frame);
  expect(await page.locator('plotline-widget .refusal').isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await page.locator('plotline-widget dialog').waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await context.close();
});

/** What the company's server says of its customer, once. */
async function newToken(name = 'Mia'): Promise<string> {
  const { json } = await admin.client.post(`${feedback.pathOf(portal)}/customer-secret/rotate`);
  return await new SignJWT({ email: 'mia@customers.example', name })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(randomUUID())
    .setAudience(portal.id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(new TextEncoder().encode(json['customerSecret'] as string));
}

test('a page that has been open for long asks its site for a token when the portal is opened', async () => {
  const { context, page, complaints } = await openWindow(browser, phone);
  await page.goto(`${siteUrl}/?slug=${portal.slug}&asked`);
  await page.getByRole('button', { name: 'Tell us' }).click();
  const frame = page.frameLocator('plotline-widget iframe');
  await frame.getByText('Mia').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  // Someone else has signed in to the site meanwhile, without a new page; then no one.
  await page.evaluate("window.plotlineToken = () => fetch('/token?name=Otto').then((one) => one.text())");
  await page.getByRole('button', { name: 'Tell us' }).click();
  await frame.getByText('Otto').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.evaluate('window.plotlineToken = () => undefined');
  await page.getByRole('button', { name: 'Tell us' }).click();
  await frame.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a phone shows an idea at once within the dialog, which has the name of the portal already', async () => {
  const { context, page } = await openWindow(browser, phone);
  const frame = await openWidget(page, portal);
  await frame.locator('html[data-framed]').waitFor();
  expect(await frame.getByRole('link', { name: portal.name, exact: true }).isVisible()).toBe(false);
  // For screen readers the page keeps its heading.
  expect(await frame.getByRole('heading', { level: 1 }).count()).toBe(1);
  // The dialog fills the window.
  const dialog = (await page.locator('plotline-widget dialog').boundingBox())!;
  expect(dialog).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  const inRow = async (name: string) =>
    (await frame.getByRole('link', { name, exact: true }).first().boundingBox())!.y;
  expect(Math.abs((await inRow('Sign in')) - (await inRow('Changelog')))).toBeLessThan(24);
  const first = (await frame.locator('.items .card h2').first().boundingBox())!;
  expect(first.y + first.height).toBeLessThan(490);
  await context.close();
});

test('a form of a listed site signs its customer in, who votes', async () => {
  const token = await newToken();
  const { context, page, complaints } = await openWindow(browser, phone, { javaScriptEnabled: false });
  await page.goto(`${siteUrl}/?slug=${portal.slug}&token=${token}`);
  await page.getByRole('button', { name: 'As a customer' }).click();
  expect(page.url()).toBe(`${baseUrl}/portals/${portal.slug}/feedback`);
  await page.getByText('Mia').waitFor();
  await page.locator('button.vote').click();
  expect(await page.locator('button.vote').getAttribute('aria-pressed')).toBe('true');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a button without a label has one in the language of the site, at the end of its lines', async () => {
  const { context, page } = await openWindow(browser, phone);
  for (const [lang, label] of [
    ['fr-CA', 'Idées'],
    ['ar', 'الأفكار'],
    ['it', 'Feedback'],
  ] as const) {
    await page.goto(`${siteUrl}/?slug=${portal.slug}&lang=${lang}`);
    const { x } = (await page.getByRole('button', { name: label, exact: true }).boundingBox())!;
    expect(x < phone.width / 4, lang).toBe(lang === 'ar');
  }
  await context.close();
});

test.each([
  ['de-AT', 'de', 'Diese Seite kann auf dieser Website nicht angezeigt werden.', 'In neuem Tab öffnen'],
  ['ar', 'ar', 'لا يمكن عرض هذه الصفحة', 'الفتح في علامة تبويب جديدة'],
  ['it', 'en', 'This page can’t be shown on this site.', 'Open in a new tab'],
])(
  'a site that is not listed shows to a reader of %s no frame, but what to do',
  async (locale, language, says, opens) => {
    const other = await feedback.portal({
      embedOrigins: ['https://elsewhere.example', siteUrl.replace(/\d+$/, '1')],
    });
    const unlisted = await feedback.portal();
    for (const one of [other, unlisted]) {
      const { context, page, complaints } = await openWindow(browser, phone, { locale });
      const frame = await openWidget(page, one);
      await expect.poll(() => complaints.join()).toContain('frame-ancestors');
      const refusal = page.getByRole('status');
      await refusal.getByText(says).waitFor();
      // What to do is for whoever set it up, not for customers.
      expect(complaints.join()).toContain(`no page of ${one.slug}. Is data-portal right`);
      expect(await refusal.getAttribute('lang')).toBe(language);
      expect(await page.locator('plotline-widget dialog').getAttribute('dir')).toBe(
        language === 'ar' ? 'rtl' : 'ltr',
      );
      expect(await refusal.getByRole('link', { name: opens }).getAttribute('href')).toBe(
        `${baseUrl}/portals/${one.slug}/feedback`,
      );
      expect(await page.locator('plotline-widget iframe').isVisible()).toBe(false);
      expect(await frame.getByRole('heading').count()).toBe(0);
      await assertPage(page, `widget-refused-${locale}`, phone);
      await context.close();
    }
  },
);
