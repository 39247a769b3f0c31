import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitationPath } from '../../shared/accounts/invitation.ts';
import { giveAccount, signedIn, type Browser as HttpBrowser } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { authorizeUrl, codeFields, connect, newPkce, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { adopt, assertPage, openWindow, views } from './page-checks.ts';

const { baseUrl } = sharedService();
const api = oauthApi(baseUrl);
let chromium: Browser;
let workspace: TestWorkspace;
let person: Person;
let account: { email: string; password: string };
let session: HttpBrowser;
let callback: Server;
let answered: URL[];
let referrers: (string | undefined)[];

beforeAll(async () => {
  chromium = await startChromium();
  workspace = await newWorkspace();
  person = await named('Ada Lovelace', 'ada.lovelace@example.com');
  account = await giveAccount(workspace, person);
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

/** Somebody whose name looks well on a picture. */
async function named(name: string, email: string): Promise<Person> {
  const fields = { workspaceId: workspace.id, name, email, role: 'member' as const };
  const { id } = await workspace.operator.addMember(fields);
  const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id });
  return { id, userId, token: '', client: await workspace.clientFor(id) };
}

const callbackUri = () => `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
const LONG = 'AVeryLongNameOfAProgramWithoutAnySpaceInItThatGoesOnAndOnUntilItEndsSomewhere';

describe.each(views)('at $width pixels, $colorScheme', (view) => {
  test('signing in, also wrongly', async () => {
    const { context, page, complaints } = await openWindow(chromium, view);
    await page.goto(`${baseUrl}/sign-in`);
    await assertPage(page, 'sign-in', view);
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(account.email);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await assertPage(page, 'sign-in-wrong', view);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });

  test('setting a password', async () => {
    const { context, page, complaints } = await openWindow(chromium, view);
    const other = await workspace.person('member');
    const link = invitationPath(
      await workspace.operator.inviteMember({ workspaceId: workspace.id, id: other.id }),
    );
    await page.goto(baseUrl + link);
    await assertPage(page, 'invitation', view);
    await page.getByLabel('New password').fill('words of mine, several');
    await page.getByLabel('Repeat the password').fill('words of mine, sevral');
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await assertPage(page, 'invitation-wrong', view);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await page.goto(`${baseUrl}/invitations/${'A'.repeat(64)}`);
    await assertPage(page, 'invitation-gone', view);
    await context.close();
  });

  test('the account: a name, invitations, and leaving by keyboard', async () => {
    const { context, page, complaints } = await openWindow(chromium, view);
    const email = `${randomUUID()}@example.com`;
    const own = await signedIn({ baseUrl }, workspace, await named('Grace Hopper', email));
    await adopt(context, baseUrl, own.cookies);
    const other = await newWorkspace();
    const boss = await other.person('admin');
    await boss.client.post(`${other.path}/members`, { name: 'Grace', email });
    await page.goto(`${baseUrl}/account`);
    await assertPage(page, 'account', view);
    await page.getByLabel('Your name').fill('\u200b');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('alert').waitFor();
    await assertPage(page, 'account-wrong', view);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await page.getByRole('button', { name: 'Accept Test' }).click();
    expect(await page.getByRole('status').textContent()).toBe('You are now a member.');
    const [leaving] = await page.locator('summary').all();
    await leaving!.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await assertPage(page, 'account-leaving', view);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('status').textContent()).toBe('You have left the workspace.');
    await context.close();
  });

  test('consenting', async () => {
    const { context, page, complaints } = await openWindow(chromium, view);
    await adopt(context, baseUrl, session.cookies);
    for (const [name, uri] of [
      ['Claude', 'https://claude.ai/api/mcp/auth_callback'],
      [LONG, callbackUri()],
    ] as const) {
      const client = await api.client(uri, name);
      await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
      expect(await page.locator('.claim').textContent()).toBe(name);
      await assertPage(page, name === LONG ? 'consent-device' : 'consent', view);
    }
    expect(complaints).toEqual([]);
    await page.goto(`${baseUrl}/oauth/authorize?client_id=x`);
    await assertPage(page, 'consent-refused', view);
    const wrong = await api.client('https://claude.ai/api/mcp/auth_callback', LONG);
    await page.goto(baseUrl + authorizeUrl(wrong, newPkce().challenge, { scope: 'nonsense' }));
    await assertPage(page, 'consent-error', view);
    await page.goto(baseUrl + authorizeUrl(wrong, newPkce().challenge));
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await assertPage(page, 'consent-denied', view);
    // No program here has such addresses, so the page that goes on to one stays.
    const elsewhere = await api.client('cursor://anysphere.cursor-mcp/oauth/callback');
    await page.goto(baseUrl + authorizeUrl(elsewhere, newPkce().challenge));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const link = page.getByRole('link', { name: 'Continue' });
    expect(await link.getAttribute('href')).toMatch(/^cursor:\/\/.*\?code=/);
    await assertPage(page, 'consent-given', view);
    await context.close();
  });

  test('seeing what is connected', async () => {
    const { context, page, complaints } = await openWindow(chromium, view);
    const own = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
    await adopt(context, baseUrl, own.cookies);
    await page.goto(`${baseUrl}/connections`);
    await assertPage(page, 'connections-none', view);
    for (const name of ['Claude', LONG]) {
      await connect(baseUrl, own, {
        client: await api.client('https://claude.ai/api/mcp/auth_callback', name),
      });
    }
    await page.reload();
    expect(await page.getByRole('listitem').count()).toBe(2);
    await assertPage(page, 'connections', view);
    await page.getByRole('button', { name: `Disconnect ${LONG}` }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(1);
    await assertPage(page, 'connections-ended', view);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test('a new user connects a program on their device: signs in, allows it, and it gets its code', async () => {
  const { context, page, complaints } = await openWindow(chromium, views[0]!);
  const client = await api.client('http://127.0.0.1/callback', 'A program on this device');
  const running = { ...client, redirectUri: callbackUri() };
  const { verifier, challenge } = newPkce();
  await page.goto(baseUrl + authorizeUrl(running, challenge, { resource: `${baseUrl}/mcp` }));
  await page.getByLabel('E-mail address').fill(account.email);
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

test('who does not allow it sends the program away', async () => {
  const { context, page } = await openWindow(chromium, views[0]!);
  await adopt(context, baseUrl, session.cookies);
  const client = await api.client(callbackUri());
  await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Connected.').waitFor();
  expect(answered.at(-1)!.searchParams.get('error')).toBe('access_denied');
  await context.close();
});

test('a program whose callback leads on to another origin gets its answer all the same', async () => {
  const { context, page, complaints } = await openWindow(chromium, views[0]!);
  await adopt(context, baseUrl, session.cookies);
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

test('a program that asks for nonsense is told so if its user wants it, also after a sign-in on the way', async () => {
  const { context, page, complaints } = await openWindow(chromium, views[0]!);
  const client = await api.client(callbackUri());
  const { challenge } = newPkce();
  for (const [changes, error] of [
    [{ scope: 'nonsense' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
  ] as const) {
    await context.clearCookies();
    const before = answered.length;
    await page.goto(baseUrl + authorizeUrl(client, challenge, changes));
    await page.getByLabel('E-mail address').fill(account.email);
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
  const { context, page } = await openWindow(chromium, views[0]!);
  await adopt(context, baseUrl, session.cookies);
  const client = await api.client(callbackUri());
  await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
  const reached: string[] = [];
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Tab');
    const [text, outline] = await page.evaluate<[string, string]>(
      '[document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineWidth]',
    );
    reached.push(text);
    expect(outline).toBe('3px');
    if (text === 'Deny') break;
  }
  expect(reached, 'in this order').toEqual([
    ...['Plotline', 'Sign out', 'connected applications', 'Allow', 'Deny'],
  ]);
  await page.keyboard.press('Enter');
  await page.getByText('Connected.').waitFor();
  await context.close();
});

test('no page of somebody else can frame ours, or send a form to it for its visitor', async () => {
  const { context, page } = await openWindow(chromium, views[0]!);
  await adopt(context, baseUrl, session.cookies);
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
