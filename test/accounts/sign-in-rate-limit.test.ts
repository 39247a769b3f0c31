import { addressPrefix } from '../../shared/kernel/net/address-prefix.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  guessedAt,
  accountLimit,
  addressLimit,
  deviceLimit,
} from '../../shared/pages/accounts/sign-in-rate-limit.ts';
import { getAccount, type Account } from '../../shared/kernel/auth/account-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { consumeAttempt, type RateLimit } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { createBrowser, newAccount, PASSWORD, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let email: string;
let account: Account;

beforeAll(async () => {
  service = await startClockedService(accountRoutes);
  workspace = await newWorkspace();
});
afterAll(() => service.stop());

/** Nobody else guesses in the years to come. */
let years = 10;
beforeEach(async () => {
  service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000);
  person = await workspace.person('member');
  ({ email } = await newAccount(workspace, person));
  account = (await getAccount(createReader(workspace.database), person.userId))!;
});

async function attempt(browser: Browser, fields: { email: string; password: string }): Promise<number> {
  return (await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', fields)).status;
}

test('of 200 guesses at a password ten are compared, in whatever order and number they come', async () => {
  const page = await createBrowser(service.baseUrl).open('/sign-in?next=/account');
  const guess = async (_: unknown, number: number) => {
    const browser = createBrowser(service.baseUrl);
    for (const text of page.setCookies) {
      const [pair] = text.split(';') as [string];
      browser.cookies.set(...(pair.split(/=(.*)/).slice(0, 2) as [string, string]));
    }
    return (await browser.submit(page, '/sign-in', { email, password: `guess number ${number}` })).status;
  };
  const statuses: number[] = [];
  for (let batch = 0; batch < 4; batch++) {
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, guess))));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  // The right one is not looked at either, so nothing is learned by going on.
  expect(await attempt(createBrowser(service.baseUrl), { email, password: PASSWORD })).toBe(429);
  service.pass(15 * 60_000);
  expect(await attempt(createBrowser(service.baseUrl), { email, password: PASSWORD })).toBe(200);
});

/** Wrong tries of before, as the service counts them; they would take their time. */
async function triedBefore(limit: RateLimit, who: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect(await consumeAttempt(workspace.database, limit, who, service.now)).toBe(true);
  }
}

const wrong = () => ({ email, password: 'a wrong one' });
const right = () => ({ email, password: PASSWORD });

/** A browser in which the person has signed in, and out again. */
async function knownBrowser(account = right()): Promise<Browser> {
  const browser = createBrowser(service.baseUrl);
  expect(await attempt(browser, account)).toBe(200);
  await browser.submit(await browser.open('/connections'), '/sign-out');
  return browser;
}

describe('a person who guesses passwords', () => {
  test('does not lock out people who have signed in with their browser before', async () => {
    const own = await knownBrowser();
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    const stranger = createBrowser(service.baseUrl);
    const answer = await stranger.submit(await stranger.open('/sign-in?next=/account'), '/sign-in', right());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900']);
    expect(await attempt(own, right())).toBe(200);
  });

  test('gains nothing by a browser in which they have signed in before', async () => {
    const theirs = await newAccount(workspace, await workspace.person('member'));
    const browser = await knownBrowser(theirs);
    await triedBefore(accountLimit, guessedAt(email, account), 9);
    expect(await attempt(browser, wrong())).toBe(401);
    expect(await attempt(browser, wrong())).toBe(429);
    expect(await attempt(browser, theirs)).toBe(200);
  });

  test('does not lock out the one of two people who signed in with the same browser first', async () => {
    const other = await newAccount(workspace, await workspace.person('member'));
    const shared = await knownBrowser();
    expect(await attempt(shared, other)).toBe(200);
    await shared.submit(await shared.open('/connections'), '/sign-out');
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    expect(await attempt(shared, right())).toBe(200);
  });

  test('does not lock out a person who comes with a link to set a new password, nor later with that password', async () => {
    // Links are made at the time of the real clock.
    service.now = new Date();
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    expect(await attempt(createBrowser(service.baseUrl), right())).toBe(429);
    const member = { workspaceId: workspace.id, id: person.id };
    const link = invitationPath(await workspace.operator.inviteMember(member));
    // Having a link opens nothing yet.
    expect(await attempt(createBrowser(service.baseUrl), right())).toBe(429);
    const own = createBrowser(service.baseUrl);
    const password = 'words that nobody else uses';
    expect((await own.submit(await own.open(link), link, { password, again: password })).status).toBe(200);
    const elsewhere = createBrowser(service.baseUrl);
    expect(await attempt(elsewhere, { email, password })).toBe(200);
  });

  test('has ten tries at a new password, as at any other', async () => {
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    await workspace.operator.setPassword(
      { workspaceId: workspace.id, id: person.id },
      'words that nobody else uses',
    );
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) {
      statuses.push(await attempt(createBrowser(service.baseUrl), wrong()));
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('is told how the owner signs in, in the same words where there is no account', async () => {
    const nobody = `${randomUUID()}@example.com`;
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    await triedBefore(accountLimit, guessedAt(nobody, undefined), 10);
    const shown = async (address: string) => {
      const browser = createBrowser(service.baseUrl);
      const fields = { email: address, password: 'x' };
      const { text } = await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', fields);
      return text.replace(/Request ID: \S+</, '');
    };
    expect(await shown(email)).toContain('can still sign in with a browser you have used before');
    expect(await shown(email)).toBe(await shown(nobody));
  });

  test('has the ten tries of each stolen browser mark, when all are used at once', async () => {
    const own = await knownBrowser();
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    const page = await createBrowser(service.baseUrl).open('/sign-in?next=/account');
    const visit = page.setCookies.map((text) => text.split(';')[0]!.split(/=(.*)/).slice(0, 2));
    const guess = async () => {
      const thief = createBrowser(service.baseUrl);
      for (const [name, value] of visit) thief.cookies.set(name!, value!);
      thief.cookies.set('__Host-device', own.cookies.get('__Host-device')!);
      return (await thief.submit(page, '/sign-in', wrong())).status;
    };
    const statuses = await Promise.all(Array.from({ length: 30 }, guess));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    // Nor does the mark of the thief's own account, put beside it, add any.
    const theirs = await knownBrowser(await newAccount(workspace, await workspace.person('member')));
    const both = `${own.cookies.get('__Host-device')}~${theirs.cookies.get('__Host-device')}`;
    theirs.cookies.set('__Host-device', both);
    expect(await attempt(theirs, right())).toBe(429);
  });

  test('has ten tries in a known browser too', async () => {
    const own = await knownBrowser();
    const [device] = own.cookies.get('__Host-device')!.split('.') as [string];
    await triedBefore(deviceLimit, device, 9);
    expect(await attempt(own, wrong())).toBe(401);
    expect(await attempt(own, wrong())).toBe(429);
  });

  test('gains nothing by an altered mark of a browser', async () => {
    const own = await knownBrowser();
    await triedBefore(accountLimit, guessedAt(email, account), 10);
    const [device, code] = own.cookies.get('__Host-device')!.split('.') as [string, string];
    for (const mark of [`${'A'.repeat(22)}.${code}`, `${device}.${'A'.repeat(43)}`, device, 'x']) {
      own.cookies.set('__Host-device', mark);
      expect(await attempt(own, right()), mark).toBe(429);
    }
  });

  test('has fifty tries at many accounts from one address, and others at that address still sign in', async () => {
    const own = await knownBrowser();
    await triedBefore(addressLimit, '127.0.0.1', 48);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () =>
        attempt(createBrowser(service.baseUrl), { email: `${randomUUID()}@example.com`, password: 'x' }),
      ),
    );
    expect(statuses.sort()).toEqual([401, 401, 429, 429, 429, 429]);
    expect(await attempt(createBrowser(service.baseUrl), right())).toBe(429);
    expect(await attempt(own, right())).toBe(200);
  });
});

test('a successful sign-in is not counted', async () => {
  await triedBefore(accountLimit, guessedAt(email, account), 9);
  for (let time = 0; time < 3; time++) {
    expect(await attempt(createBrowser(service.baseUrl), right())).toBe(200);
  }
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, counted) => expect(addressPrefix(address)).toBe(counted));
