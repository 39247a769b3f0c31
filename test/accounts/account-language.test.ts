import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
const german = { 'accept-language': 'de-AT,en;q=0.5' };
const openIn = (browser: Browser, path: string) => browser.request('GET', path, undefined, german);

let browser: Browser;
let portal: Portal;
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await newWorkspace();
  const member = await workspace.person('member');
  browser = await signedIn(service, workspace, member);
  portal = await feedbackApi(workspace, (await workspace.person('admin')).client).portal();
});

test('the account page is in the reader’s language and leads back, also after its forms', async () => {
  const from = `/portals/${portal.slug}/feedback/roadmap?x=1`;
  const { text: roadmap } = await browser.open(`/portals/${portal.slug}/feedback/roadmap`);
  const link = /href="(\/account\?from=[^"]+)"/.exec(roadmap)![1]!;
  expect((await openIn(browser, link)).text).toContain(`href="/portals/${portal.slug}/feedback/roadmap"`);
  const page = await openIn(browser, `/account?from=${encodeURIComponent(from)}`);
  expect(page.text).toContain('<html lang="de"');
  expect(page.text).toContain('Ihr Konto');
  const back = `href="${from}"\n      >Zurück zu ${portal.name}`;
  expect(page.text).toContain(back);
  await browser.submit(page, '/account/name', { name: 'Ada Beispiel' });
  expect((await openIn(browser, '/account?done=named')).text).toContain('Ihr Name ist gespeichert.');
  expect((await openIn(browser, '/account')).text).toContain(back);
  const expired = await browser.request('POST', '/account/name', { name: 'x', form_token: 'no' }, german);
  expect(expired.status).toBe(403);
  expect(expired.text).toContain('Dieses Formular ist abgelaufen');
  expect(expired.text).toContain(back);
});

test('the way back is kept while a person signs in, and ends when they sign out', async () => {
  const from = `/portals/${portal.slug}/feedback`;
  const stranger = createBrowser(service.baseUrl);
  await stranger.open(`/account?from=${encodeURIComponent(from)}`);
  for (const [name, value] of browser.cookies) if (name !== '__Host-back') stranger.cookies.set(name, value);
  const page = await stranger.open('/account');
  expect(page.text).toContain(`>Back to ${portal.name}`);
  const other = await signedIn(service, workspace, await workspace.person('member'));
  const shown = await other.open(`/account?from=${encodeURIComponent(from)}`);
  expect(other.cookies.has('__Host-back')).toBe(true);
  await other.submit(shown, '/sign-out');
  expect(other.cookies.has('__Host-back')).toBe(false);
});

test.each([
  'https://evil.example/portals/x/feedback',
  '//evil.example/portals/x/feedback',
  '/\\evil.example',
  '/oauth/authorize?x',
  'javascript:alert(1)',
])('the account page leads back to no page but a portal’s, such as %s', async (from) => {
  const other = createBrowser(service.baseUrl);
  for (const [name, value] of browser.cookies) if (name !== '__Host-back') other.cookies.set(name, value);
  const { status, text } = await other.open(`/account?from=${encodeURIComponent(from)}`);
  expect(status).toBe(200);
  expect(text).not.toMatch(/evil|authorize|javascript|>Back/);
  expect(other.cookies.has('__Host-back')).toBe(false);
});

test('signing in and the mail with its code are in the reader’s language', async () => {
  const stranger = createBrowser(service.baseUrl);
  const email = `${newKey().toLowerCase()}@example.com`;
  const page = await openIn(stranger, '/sign-in');
  expect(page.text).toContain('Anmelden');
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
  const fields = { email, way: 'code', next: '/account', form_token: token };
  const code = await stranger.request('POST', '/sign-in', fields, german);
  expect(code.text).toContain('Code eingeben');
  const mails = async () =>
    (await (await fetch(`${service.baseUrl}/_local/mail.json?to=${email}`)).json()) as {
      subject: string;
      text: string;
    }[];
  await expect.poll(async () => (await mails())[0]?.subject).toMatch(/ ist Ihr Code für Plotline$/);
  expect((await mails())[0]!.text).toContain('Er gilt zehn Minuten.');
});

test('the pages of the address and of mail preferences are in the reader’s language', async () => {
  const address = await openIn(browser, '/account/address');
  expect(address.text).toContain('<html lang="de"');
  expect(address.text).toContain('Neue E-Mail-Adresse');
  const token = /name="form_token" value="([^"]+)"/.exec(address.text)![1]!;
  const sent = await browser.request(
    'POST',
    '/account/address',
    { email: 'nothing', form_token: token },
    german,
  );
  expect(sent.text).toContain('<html lang="de"');
  const account = await openIn(browser, '/account');
  const [, preferences] = /href="(?:[^"]*)(\/mail-preferences\/[\w-]+)"/.exec(account.text)!;
  const shown = await openIn(browser, preferences!);
  expect(shown.text).toContain('E-Mail-Einstellungen');
  expect(shown.text).toContain('<a href="/account">Ihr Konto</a>');
  const own = /name="form_token" value="([^"]+)"/.exec(shown.text)![1]!;
  const chosen = { mode: 'daily', form_token: own };
  const saved = await browser.request('POST', preferences!, chosen, german);
  expect(saved.text).toContain('Gespeichert: Eine E-Mail am Tag.');
  expect(saved.text).not.toMatch(/\b(?:Email settings|Save|News)\b/);
});
