import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount, signedIn, type Browser as HttpBrowser } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { authorizeUrl, codeFields, newPkce, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { openWindow, phone } from './page-checks.ts';

const { baseUrl } = sharedService();
const api = oauthApi(baseUrl);
let chromium: Browser;
let account: { email: string; password: string };
let session: HttpBrowser;
let callback: Server;
let answered: URL[];
let referrers: (string | undefined)[];

beforeAll(async () => {
  chromium = await startChromium();
  const workspace = await newWorkspace();
  const person = await workspace.person('member');
  account = await newAccount(workspace, person);
  session = await signedIn({ baseUrl }, workspace, person);
  answered = [];
  referrers = [];
  callback = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1');
    answered.push(url);
    referrers.push(request.headers.referer);
    // Another origin in the eyes of a browser: localhost is not 127.0.0.1.
    const next = callbackUri().replace('127.0.0.1', 'localhost');
    if (url.pathname === '/leads-on') response.writeHead(302, { location: `${next}${url.search}` });
    response.end('Connected. You can close this window.');
  });
  await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await chromium.close();
  callback.close();
});

const callbackUri = () => `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;

test('a new user connects a program on their device: signs in, allows it, and it gets its code', async () => {
  const { context, page, complaints } = await openWindow(chromium, phone);
  const client = await api.client('http://127.0.0.1/callback', 'A program on this device');
  const running = { ...client, redirectUri: callbackUri() };
  const { verifier, challenge } = newPkce();
  await page.goto(baseUrl + authorizeUrl(running, challenge, { resource: `${baseUrl}/mcp` }));
  await page.getByText('Use a password instead').click();
  await page.locator('#email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Connected. You can close this window.').waitFor();
  const code = answered.at(-1)!.searchParams.get('code')!;
  expect(answered.at(-1)!.searchParams.get('iss')).toBe(baseUrl);
  const { status } = await api.token(codeFields(running, code, verifier));
  expect(status).toBe(200);

  const cookies = await context.cookies(baseUrl);
  expect(cookies.map(({ name }) => name).sort()).toEqual(['__Host-device', '__Host-session']);
  for (const { secure, httpOnly, sameSite, path } of cookies) {
    expect([secure, httpOnly, sameSite, path]).toEqual([true, true, 'Lax', '/']);
  }
  await page.goto(`${baseUrl}/connections`);
  expect(await page.getByRole('heading', { name: 'A program on this device' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${baseUrl}/connections`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a user who does not allow a program sends it away', async () => {
  const { context, page } = await openWindow(chromium, phone);
  await setSession(context, baseUrl, session.cookies);
  const client = await api.client(callbackUri());
  await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Connected.').waitFor();
  expect(answered.at(-1)!.searchParams.get('error')).toBe('access_denied');
  await context.close();
});

test('a program whose callback leads on to another origin gets its answer all the same', async () => {
  const { context, page, complaints } = await openWindow(chromium, phone);
  await setSession(context, baseUrl, session.cookies);
  const client = await api.client(callbackUri().replace('callback', 'leads-on'));
  for (const button of ['Allow', 'Deny']) {
    await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText('Connected.').waitFor();
    expect(new URL(page.url()).hostname).toBe('localhost');
    expect(answered.slice(-2).map(({ pathname }) => pathname)).toEqual(['/leads-on', '/callback']);
    expect(referrers.slice(-2)).toEqual([undefined, undefined]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('a program with an invalid request receives the error if its user wants it, also after a sign-in on the way', async () => {
  const { context, page, complaints } = await openWindow(chromium, phone);
  const client = await api.client(callbackUri());
  const { challenge } = newPkce();
  for (const [changes, error] of [
    [{ scope: 'nonsense' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
  ] as const) {
    await context.clearCookies();
    const before = answered.length;
    await page.goto(baseUrl + authorizeUrl(client, challenge, changes));
    await page.getByText('Use a password instead').click();
    await page.locator('#email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'The application cannot be connected' }).waitFor();
    expect(answered).toHaveLength(before);
    await page.getByRole('link', { name: 'Go to' }).click();
    await page.getByText('Connected.').waitFor();
    expect(answered.at(-1)!.searchParams.get('error')).toBe(error);
    expect(referrers.at(-1)).toBeUndefined();
  }
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  await context.close();
});

test('the pages work by keyboard alone, and show where it is', async () => {
  const { context, page } = await openWindow(chromium, phone);
  await setSession(context, baseUrl, session.cookies);
  const client = await api.client(callbackUri());
  await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
  const reached: string[] = [];
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    const [text, outline] = await page.evaluate<[string, string]>(
      '[document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineWidth]',
    );
    reached.push(text);
    expect(outline).toBe('3px');
    if (text === 'Deny') break;
  }
  expect(reached, 'in this order').toEqual([
    // The name next to the mark.
    'Plotline',
    // Their own account.
    expect.stringContaining('A member'),
    'Sign out',
    // Read only, or read and change.
    '',
    // The box that withholds what visitors wrote.
    '',
    'Allow',
    'Deny',
  ]);
  await page.keyboard.press('Enter');
  await page.getByText('Connected.').waitFor();
  await context.close();
});

test('no page of another site can frame ours, or send a form to it for its visitor', async () => {
  const { context, page } = await openWindow(chromium, phone);
  await setSession(context, baseUrl, session.cookies);
  const client = await api.client('https://evil.example/callback');
  const target = baseUrl + authorizeUrl(client, newPkce().challenge);
  const evil = createServer((_, response) => {
    const fields = [...new URL(target).searchParams, ['decision', 'allow']]
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('');
    response.setHeader('content-type', 'text/html');
    response.end(
      `<iframe src="${target}"></iframe><form method="post" action="${baseUrl}/oauth/authorize">${fields}<button>Win</button></form>`,
    );
  });
  await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  // Another site in the eyes of a browser: localhost is not 127.0.0.1.
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
  const frame = page.frames()[1]!;
  expect(await frame.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Win' }).click();
  await page.getByRole('heading', { name: 'This form has expired' }).waitFor();
  evil.close();
  await context.close();
});
