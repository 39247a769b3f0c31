import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { SENT_CODE_LIFETIME_MS, CODE_TRIES_MAX } from '../../shared/pages/accounts/challenge-store.ts';
import {
  codesForAddress,
  codesForAddressDaily,
  codesForDevice,
  codesForNetwork,
  longCodesForAddress,
  LIMITED_CODE_TRIES_MAX,
  wrongCodes,
} from '../../shared/pages/accounts/code-rate-limit.ts';
import { consumeAttempt, type RateLimit } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import { type ClockedService } from '../support/clocked-service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { askForCode, codeIn, codeMail, wrongCode } from './code-mail.ts';
import { startMailService } from './mail-service.ts';

let service: ClockedService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startMailService();
  workspace = await newWorkspace();
});
afterAll(() => service.stop());

/** Each test has a year of its own, far enough away that nothing is really sent and no limit is used up. */
let years = 50;
beforeEach(() => void (service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000)));

const stranger = () => `${randomUUID()}@example.com`;
const browse = () => createBrowser(service.baseUrl);
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const userOf = (email: string) => findUserId(createReader(service.services.database), email);

async function asked(email = stranger(), browser = browse()) {
  const page = await askForCode(browser, email);
  const mail = await codeMail(service, browser);
  return { email, browser, page, mail: mail!, code: codeIn(mail!) };
}
const enter = async (browser: Browser, code: string) =>
  await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code });

describe('a new visitor', () => {
  test('signs up with nothing but an address and the code that it gets', async () => {
    const { email, browser, page, mail, code } = await asked();
    expect(pathOf(page)).toBe('/sign-in/code');
    expect(page.text).toContain(email);
    expect(page.text).not.toContain(code);
    expect(mail).toMatchObject({ to: email, subject: `${code} is your code for Plotline` });
    expect(await userOf(email)).toBeUndefined();
    const shown = await enter(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([shown.status, pathOf(shown)]).toEqual([200, '/account']);
    expect(shown.text).toContain(email);
    expect(await userOf(email)).toBeDefined();
  });

  test('is the same person the next time, in any case of letters', async () => {
    const first = await asked();
    await enter(first.browser, first.code);
    const id = await userOf(first.email);
    const again = await asked(first.email.toUpperCase());
    await enter(again.browser, again.code);
    expect(await userOf(first.email)).toBe(id);
  });

  test.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    '\u0430da@example.com',
    'ada',
    '',
  ])('is told that %j is not an address, and nothing is sent', async (email) => {
    const browser = browse();
    const page = await askForCode(browser, email);
    expect([page.status, pathOf(page)]).toEqual([400, '/sign-in']);
    expect(await codeMail(service, browser)).toBeUndefined();
  });
});

describe('a code', () => {
  test('is worth nothing in another browser, even one that asked for a code of its own', async () => {
    const { email, code } = await asked();
    expect(pathOf(await browse().open('/sign-in/code'))).toBe('/sign-in');
    const other = await asked(email);
    if (other.code !== code) expect((await enter(other.browser, code)).status).toBe(401);
    const thief = await asked();
    expect((await enter(thief.browser, code)).status).toBe(401);
    expect(thief.browser.cookies.has('__Host-session')).toBe(false);
  });

  test('is valid for ten minutes, and not a moment longer', async () => {
    const { browser, code } = await asked();
    const page = await browser.open('/sign-in/code');
    service.pass(SENT_CODE_LIFETIME_MS);
    expect((await browser.submit(page, '/sign-in/code', { code })).status).toBe(410);
    const other = await asked();
    service.pass(SENT_CODE_LIFETIME_MS - 1);
    expect((await enter(other.browser, other.code)).status).toBe(200);
  });

  test('can be tried five times, in whatever order and number the guesses come; reading pages does not count', async () => {
    const { browser, code } = await asked();
    const page = await browser.open('/sign-in/code');
    for (let visit = 0; visit < 10; visit++) await browser.open('/sign-in/code');
    const guess = () => browser.submit(page, '/sign-in/code', { code: wrongCode(code) });
    const answers = await Promise.all(Array.from({ length: 20 }, guess));
    // Those that were tried lead to the page, which is of a spent code once all have been.
    const tried = answers.filter(({ url }) => url.includes('?wrong='));
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThan(CODE_TRIES_MAX + 1);
    const refused = answers.filter((answer) => !tried.includes(answer));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([410]));
    for (const { status } of tried) expect([401, 410]).toContain(status);
    expect((await browser.submit(page, '/sign-in/code', { code })).status).toBe(410);

    const careful = await asked();
    for (let wrong = 1; wrong < CODE_TRIES_MAX; wrong++) {
      const shown = await enter(careful.browser, wrongCode(careful.code));
      expect([shown.status, shown.text.includes('tr')]).toEqual([401, true]);
    }
    expect((await enter(careful.browser, 'no code')).status).toBe(401);
    // The address of the page may be that of an earlier try.
    const { text } = await careful.browser.open('/sign-in/code?wrong=4');
    expect(text).toContain('1 try left');
    expect((await enter(careful.browser, careful.code)).status).toBe(200);
  });

  test('is replaced by the next one of the same browser', async () => {
    const first = await asked();
    const next = await asked(first.email, first.browser);
    expect((await first.browser.open('/sign-in/code?wrong=4')).text).not.toContain('left');
    if (first.code !== next.code) expect((await enter(first.browser, first.code)).status).toBe(401);
    expect((await enter(first.browser, next.code)).status).toBe(200);
  });

  test('needs the form of the page: a form of another site sends nothing, and signs no one in', async () => {
    const browser = browse();
    await browser.open('/sign-in?next=/account');
    const forged = await browser.request('POST', '/sign-in', { way: 'code', email: stranger() });
    expect(forged.status).toBe(403);
    const { browser: own, code } = await asked();
    expect((await own.request('POST', '/sign-in/code', { code })).status).toBe(403);
  });
});

describe('sign-ins with known and unknown addresses', () => {
  test('get the same answer, at the same cost', async () => {
    const person = await workspace.person('member');
    const { email: withPassword } = await newAccount(workspace, person);
    const visitor = await asked();
    await enter(visitor.browser, visitor.code);
    const seen = [];
    for (const email of [stranger(), withPassword, visitor.email]) {
      service.logs.length = 0;
      const { status, text, url } = await askForCode(browse(), email);
      const line = service.logs.map((log) => JSON.parse(log) as Record<string, unknown>);
      const cost = line
        .filter(({ operation }) => operation === 'signIn')
        .map(({ roundTrips, capacityUnits }) => ({ roundTrips, capacityUnits }));
      const same = text.replaceAll(email, '…').replaceAll(/name="form_token" value="[^"]*"/g, '');
      seen.push(JSON.stringify([status, new URL(url).pathname, same, cost]));
    }
    expect(seen[0]).toContain('capacityUnits');
    expect(new Set(seen).size).toBe(1);
  });

  test('are limited alike; a browser that its owner has used is not locked out by others', async () => {
    const person = await workspace.person('member');
    const owner = await signedIn(service, workspace, person);
    const { email } = await newAccount(workspace, person);
    const known = await signedIn(service, workspace, person);
    await known.submit(await known.open('/account'), '/sign-out');
    expect(owner.cookies.has('__Host-session')).toBe(true);
    for (const address of [email, stranger()]) {
      const statuses = [];
      for (let time = 0; time <= codesForAddress.most; time++) {
        statuses.push((await askForCode(browse(), address)).status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(codesForAddress.most);
      expect(statuses.at(-1)).toBe(429);
    }
    for (let time = 0; time < codesForDevice.most; time++) {
      expect((await askForCode(known, email)).status).toBe(200);
    }
    expect((await askForCode(known, email)).status).toBe(429);
  });
});

test('people who ask for codes for an address do not lock out its owner, who signs in with the latest code', async () => {
  const email = stranger();
  const ask = (limit: RateLimit) => consumeAttempt(service.services.database, limit, email, service.now);
  // From many other networks.
  while (await ask(codesForAddressDaily));
  const attacker = await asked(email);
  expect(attacker.code).toMatch(/^\d{10}$/);
  while (await ask(longCodesForAddress));
  const owner = browse();
  expect((await askForCode(owner, email)).status).toBe(200);
  expect(await codeMail(service, owner)).toEqual(attacker.mail);
  expect((await enter(owner, wrongCode(attacker.code))).status).toBe(401);
  expect(pathOf(await enter(owner, attacker.code))).toBe('/account');
});

test('a browser that its owner has used is not locked out by others of its network', async () => {
  const person = await workspace.person('member');
  const known = await signedIn(service, workspace, person);
  const { email } = await newAccount(workspace, person);
  const owner = await signedIn(service, workspace, person);
  await owner.submit(await owner.open('/account'), '/sign-out');
  const ask = () => consumeAttempt(service.services.database, codesForNetwork, '127.0.0.1', service.now);
  while (await ask());
  expect(known.cookies.has('__Host-session')).toBe(true);
  expect((await askForCode(browse(), stranger())).status).toBe(429);
  expect((await askForCode(owner, email)).status).toBe(200);
});

test('one network gets a bounded number of codes, for however many addresses it asks', async () => {
  const browser = browse();
  const page = await browser.open('/sign-in?next=/account');
  let sent = 0;
  let refused = 0;
  // All of an hour's onslaught under npm run test:long.
  const asked = inject('sampling').whole ? 10_000 : 120;
  for (let batch = 0; batch < asked / 20; batch++) {
    const asks = Array.from({ length: 20 }, () =>
      browser.submit(page, '/sign-in', { way: 'code', email: stranger() }),
    );
    for (const { status } of await Promise.all(asks)) {
      if (status === 200) sent++;
      else refused++;
    }
  }
  expect(sent).toBe(codesForNetwork.most);
  expect(refused).toBe(asked - codesForNetwork.most);
});

test('beyond a number of wrong guesses from one network each code has two tries, and a right one signs in', async () => {
  const { most } = wrongCodes;
  const guesses = CODE_TRIES_MAX - 1;
  wrongCodes.most = 3 * guesses;
  try {
    // Who knows the code has not guessed.
    const knowing = await asked();
    expect((await enter(knowing.browser, knowing.code)).status).toBe(200);
    let guessing = knowing;
    for (let number = 0; number < 3; number++) {
      const { browser, code } = (guessing = await asked());
      for (let guess = 0; guess < guesses; guess++) {
        expect((await enter(browser, wrongCode(code))).status).toBe(401);
      }
    }
    // A neighbour, who has asked for a code and mistypes it.
    const neighbour = await asked();
    expect((await enter(neighbour.browser, wrongCode(neighbour.code))).text).toContain('1 try left');
    expect((await enter(neighbour.browser, neighbour.code)).status).toBe(200);
    const { browser, code } = await asked();
    const page = await browser.open('/sign-in/code');
    const guess = () => browser.submit(page, '/sign-in/code', { code: wrongCode(code) });
    const statuses = (await Promise.all(Array.from({ length: 10 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(LIMITED_CODE_TRIES_MAX + 1);
    expect((await browser.submit(page, '/sign-in/code', { code })).status).toBe(410);
    // The code of before has more tries than are left.
    expect((await enter(guessing.browser, guessing.code)).status).toBe(410);
  } finally {
    wrongCodes.most = most;
  }
});

test('a code that is asked for is sent, also where a browser has filled in a password', async () => {
  const person = await workspace.person('member');
  const { email, password } = await newAccount(workspace, person);
  const browser = browse();
  const shown = await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', {
    way: 'code',
    email,
    password,
  });
  expect(pathOf(shown)).toBe('/sign-in/code');
});

test('a signed-in person confirms by a code that it is them, comes back, and may change the address', async () => {
  const { browser, code, email } = await asked();
  await enter(browser, code);
  service.now = new Date(service.now.getTime() + 60 * 60_000);
  const wall = await browser.open('/account/address');
  expect(wall.text).toContain('Confirm it’s you');
  expect(wall.text).not.toContain('name="email"');
  const sent = await browser.submit(wall, '/sign-in', { way: 'confirm', next: '/account/address' });
  expect([pathOf(sent), sent.text.includes(email)]).toEqual(['/sign-in/code', true]);
  const mail = await codeMail(service, browser);
  const back = await browser.submit(sent, '/sign-in/code', { code: codeIn(mail!) });
  expect(pathOf(back)).toBe('/account/address');
  expect(back.text).toContain('name="email"');
  // Without a code that was asked for, the page of codes has nothing to say to them.
  expect(pathOf(await browser.open('/sign-in/code'))).toBe('/account');
});

test('a code that was sent once more is announced, and what one signs in for is said', async () => {
  const { browser, email } = await asked();
  const page = await browser.open('/sign-in/code');
  expect(page.text).not.toContain('We sent a new code.');
  const again = await browser.submit(page, '/sign-in', { way: 'code', email });
  expect(again.text).toContain('We sent a new code. Only the newest one works.');
  const tried = await browser.submit(again, '/sign-in/code', { code: 'none' });
  expect([tried.status, tried.text.includes('We sent a new code.')]).toEqual([401, false]);
  for (const [next, text] of [
    ['/oauth/authorize?client_id=x', 'Sign in to connect an application to Plotline.'],
    [`/teams/${randomUUID()}`, 'This page is for members.'],
    ['/account/address', 'Sign in to see your account.'],
  ] as const)
    expect((await browse().open(`/sign-in?next=${encodeURIComponent(next)}`)).text, next).toContain(text);
});

test('no account is said to be needed only where anyone may write', async () => {
  const hint = async (next: string) =>
    /No account needed\./.test((await browse().open(`/sign-in?next=${encodeURIComponent(next)}`)).text);
  expect(await hint('/portals/any/feedback/new')).toBe(true);
  for (const next of ['/portals/any/manage', `/teams/${randomUUID()}`, '/oauth/authorize', '/account'])
    expect(await hint(next), next).toBe(false);
});
