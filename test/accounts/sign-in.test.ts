import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashPassword, passwordCost } from '../../shared/pages/session/password.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { createBrowser, newAccount, PASSWORD, signedIn, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let email: string;

beforeAll(async () => {
  service = await startClockedService(accountRoutes);
  workspace = await newWorkspace();
  person = await workspace.person('member');
  ({ email } = await newAccount(workspace, person));
});
afterAll(() => service.stop());

/** Each test has a quarter of an hour of its own, in which no other test guesses. */
let years = 100;
beforeEach(() => {
  service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000);
});

async function trySignIn(browser: Browser, fields: Record<string, string> = {}) {
  return await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', {
    email,
    password: PASSWORD,
    ...fields,
  });
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

describe('signing in', () => {
  test('leads to the account, with a session that scripts and other sites cannot use', async () => {
    const browser = createBrowser(service.baseUrl);
    const shown = await trySignIn(browser);
    expect([shown.status, pathOf(shown)]).toEqual([200, '/account']);
    const [cookie] = shown.setCookies.filter((text) => text.startsWith('__Host-session='));
    expect(cookie).toMatch(/; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/);
    // The browser is remembered for a year, so that others who guess passwords do not lock its owner out.
    const [device] = shown.setCookies.filter((text) => text.startsWith('__Host-device='));
    expect(device).toMatch(/; Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax$/);
    expect(pathOf(await browser.open('/sign-in?next=/account'))).toBe('/account');
  });

  test('takes the address in any case of letters, and spaces around it', async () => {
    const shown = await trySignIn(createBrowser(service.baseUrl), { email: ` ${email.toUpperCase()} ` });
    expect(pathOf(shown)).toBe('/account');
  });

  test('says the same to an unknown address, a wrong password and a member without one', async () => {
    const other = await workspace.person('member');
    const withoutPassword = await addressOf(workspace, other.id);
    const bodies = await Promise.all(
      [
        { password: 'not the right one' },
        { email: 'nobody@example.com' },
        { email: withoutPassword },
        { email: withoutPassword, password: '' },
        { email: '' },
        { email: '\u0000'.repeat(1_000) },
      ].map(async (fields) => {
        const { status, text, setCookies } = await trySignIn(createBrowser(service.baseUrl), fields);
        expect(setCookies.join()).not.toContain('__Host-session');
        const sent = (fields.email ?? email).trim();
        return [status, text.replace(/value="[^"]*"/g, '').replace(sent, '')];
      }),
    );
    expect(bodies[0]![0]).toBe(401);
    expect(bodies[0]![1]).toContain('The email address or password is incorrect.');
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('costs a hash for an unknown address too', async () => {
    const cpuOf = async (fields: Record<string, string>) => {
      const before = process.cpuUsage();
      await trySignIn(createBrowser(service.baseUrl), { password: 'not the right one', ...fields });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const cost = vi.spyOn(passwordCost, 'logN', 'get');
    const low = passwordCost.logN;
    cost.mockReturnValue(17);
    onTestFinished(async () => {
      cost.mockReturnValue(low);
      await newAccount(workspace, person);
    });
    await newAccount(workspace, person, await hashPassword(PASSWORD));
    await cpuOf({});
    const known = await cpuOf({});
    const unknown = await cpuOf({ email: 'nobody-at-all@example.com' });
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  test('goes on to a page of this service, and to no other', async () => {
    const leads = async (next: string) => {
      const browser = createBrowser(service.baseUrl);
      const page = await browser.open(`/sign-in?${new URLSearchParams({ next }).toString()}`);
      const { url } = await browser.submit(page, '/sign-in', { email, password: PASSWORD });
      return url;
    };
    const elsewhere = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example/',
      `${service.baseUrl}@evil.example/`,
      'javascript:alert(1)',
      `${service.baseUrl}/connections`,
      '/api/v1/me',
      '/oauth/authorize/../../sign-out',
      '',
    ];
    for (const next of elsewhere)
      expect(await leads(next), next).toBe(`${service.baseUrl}/my-work/${workspace.id}`);
    expect(await leads('/account')).toBe(`${service.baseUrl}/account`);
    expect(await leads('/oauth/authorize?client_id=x')).toBe(
      `${service.baseUrl}/oauth/authorize?client_id=x`,
    );
    expect(await leads('/connections')).toBe(`${service.baseUrl}/connections`);
  });
});

describe('a session', () => {
  test('is a new one at each sign-in, whatever cookie came with it; the earlier one has ended', async () => {
    const browser = await signedIn(service, workspace, person);
    const first = browser.cookies.get('__Host-session')!;
    const page = await browser.open('/connections');
    await browser.submit(page, '/sign-out');
    expect(browser.cookies.has('__Host-session')).toBe(false);
    browser.cookies.set('__Host-session', first);
    expect(pathOf(await browser.open('/connections'))).toBe('/sign-in');
    const shown = await trySignIn(browser);
    expect(pathOf(shown)).toBe('/account');
    expect(browser.cookies.get('__Host-session')).not.toBe(first);
    const thief = createBrowser(service.baseUrl);
    thief.cookies.set('__Host-session', first);
    expect(pathOf(await thief.open('/connections'))).toBe('/sign-in');
  });

  test('cannot be made up or altered', async () => {
    const genuine = (await signedIn(service, workspace, person)).cookies.get('__Host-session')!;
    const altered = genuine.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const text of [altered, genuine.slice(1), 'A'.repeat(64), 'x', '']) {
      const browser = createBrowser(service.baseUrl);
      browser.cookies.set('__Host-session', text);
      expect(pathOf(await browser.open('/connections')), text).toBe('/sign-in');
    }
  });

  test('ends after seven days', async () => {
    const browser = await signedIn(service, workspace, person);
    service.pass(7 * 24 * 60 * 60_000 - 1);
    expect(pathOf(await browser.open('/connections'))).toBe('/connections');
    service.pass(1);
    expect(pathOf(await browser.open('/connections'))).toBe('/sign-in');
  });

  test('ends when the password is changed', async () => {
    const browser = await signedIn(service, workspace, person);
    const other = await signedIn(service, workspace, person);
    expect(pathOf(await browser.open('/connections'))).toBe('/sign-in');
    expect(pathOf(await other.open('/connections'))).toBe('/connections');
  });
});

describe('a form', () => {
  test.each([
    ['without its token', { form_token: '' }],
    ['with a made-up one', { form_token: 'A'.repeat(43) }],
  ])('%s does nothing', async (_, fields) => {
    const browser = createBrowser(service.baseUrl);
    const shown = await trySignIn(browser, fields);
    expect([shown.status, browser.cookies.has('__Host-session')]).toEqual([403, false]);
  });

  test('of one browser does nothing in another, also signed in', async () => {
    const [mine, theirs] = [createBrowser(service.baseUrl), createBrowser(service.baseUrl)];
    const page = await mine.open('/sign-in?next=/account');
    await theirs.open('/sign-in?next=/account');
    expect((await theirs.submit(page, '/sign-in', { email, password: PASSWORD })).status).toBe(403);
    const [one, two] = [await signedIn(service, workspace, person), createBrowser(service.baseUrl)];
    two.cookies.set('__Host-session', one.cookies.get('__Host-session')!);
    const other = await workspace.person('member');
    const attacker = await signedIn(service, workspace, other);
    const forged = await attacker.open('/connections');
    expect((await two.submit(forged, '/sign-out')).status).toBe(403);
    expect(pathOf(await two.open('/connections'))).toBe('/connections');
  });

  test('sent by a page elsewhere has no cookie and does nothing', async () => {
    const browser = createBrowser(service.baseUrl);
    const page = await browser.open('/sign-in?next=/account');
    browser.cookies.clear();
    expect((await browser.submit(page, '/sign-in', { email, password: PASSWORD })).status).toBe(403);
  });
});

test('a page tells browsers to store it for its reader alone', async () => {
  const { headers } = await createBrowser(service.baseUrl).open('/sign-in?next=/account');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the stylesheet can be cached for good, and no other file can', async () => {
  const { text } = await createBrowser(service.baseUrl).open('/sign-in?next=/account');
  const [, path] = /<link rel="stylesheet" href="([^"]+)"/.exec(text)!;
  const answer = await fetch(service.baseUrl + path!);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${service.baseUrl}/assets/style-0000000000000000.css`)).status).toBe(404);
});
