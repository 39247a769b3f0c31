import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { authorizeUrl, connect, newPkce, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { assertPage, openWindow } from './page-checks.ts';

const service = sharedService();
const { baseUrl } = service;
let browser: Browser;
let portal: Portal;
let cookies: ReadonlyMap<string, string>;
let pages: Record<string, string>;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const teams = [await workspace.team({ name: 'Engineering' }), await workspace.team({ name: 'Design' })];
  const admin = await workspace.person('admin', teams);
  const feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ name: 'Tidepool' });
  const idea = await feedback.item(portal, {
    title: 'Dark mode',
    tags: ['design'],
    description: 'At night.',
  });
  await feedback.comment(portal, idea, { ...admin, id: await feedback.visitor() });
  await admin.client.post(`${feedback.pathOf(portal)}/updates`, { title: 'Tides', body: 'Text' });
  const session = await signedIn(service, workspace, admin);
  ({ cookies } = session);
  const api = oauthApi(baseUrl);
  const client = await api.client('http://localhost:4000/callback', 'Editor');
  await connect(baseUrl, session, { client });
  const tokens = `/account/workspaces/${workspace.id}/tokens`;
  const form = { name: 'Script', days: '30', access: 'read', [`team:${teams[0]!.id}`]: 'on' };
  await session.submit(await session.open(tokens), tokens, form);
  const manage = `/portals/${portal.slug}/manage`;
  const asked = { resource: `${baseUrl}/mcp` };
  const other = await api.client('https://client.example/callback', 'Assistant');
  pages = {
    account: '/account',
    tokens,
    password: '/account/password',
    connections: '/connections',
    consent: authorizeUrl(client, newPkce().challenge, asked),
    refusal: authorizeUrl(other, newPkce().challenge, { ...asked, code_challenge_method: 'plain' }),
    missing: '/nothing/here',
    expired: '/invitations/x',
    inbox: manage,
    comments: `${manage}?show=comments`,
    item: `${manage}/items/${idea.slug}?done=save`,
    gone: `${manage}/items/nothing`,
    updates: `${manage}/updates`,
    update: `${manage}/updates/tides`,
    settings: `${manage}/settings`,
  };
});
afterAll(() => browser.close());

/** Pages whose heading somebody wrote. */
const ofContent = new Set(['item', 'update']);

/** The space to the left and to the right of the first heading's text, within its box. */
const spaceBesideHeading = `(() => {
  const heading = document.querySelector('h1');
  const range = document.createRange();
  range.selectNodeContents(heading);
  const [text, box] = [range.getBoundingClientRect(), heading.getBoundingClientRect()];
  return [text.left - box.left, box.right - text.right];
})()`;

test.each([
  ['de-DE', 'ltr'],
  ['ar-EG', 'rtl'],
])('pages of members, applications and errors in %s fit, and run %s', async (locale, direction) => {
  for (const width of [390, 1280]) {
    const view = { width, colorScheme: 'light' as const };
    const { context, page } = await openWindow(browser, view, { locale });
    await setSession(context, baseUrl, cookies);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(new URL(path, baseUrl).href);
      const html = page.locator('html');
      expect([name, await html.getAttribute('lang')]).toEqual([name, locale.slice(0, 2)]);
      expect(await html.getAttribute('dir')).toBe(direction);
      await page
        .locator('details')
        .evaluateAll((all: { open: boolean }[]) => all.forEach((one) => (one.open = true)));
      await assertPage(page, `${name}-${locale}`, view);
      // A heading begins where its language begins: at the right edge of its text in Arabic.
      const [start, end] = await page.evaluate<[number, number]>(spaceBesideHeading);
      // The title of an idea runs as it is written.
      if (ofContent.has(name) || Math.abs(start - end) < 4) continue;
      expect(direction === 'rtl' ? end : start, name).toBeLessThan(4);
    }
    await context.close();
  }
});
