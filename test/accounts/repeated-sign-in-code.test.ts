import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CODE_REPEAT_MS, CODE_TRIES_MAX } from '../../shared/pages/accounts/challenge-store.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { listSessions } from '../../shared/pages/session/session-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Browser, Shown } from '../support/browser.ts';
import { askForCode, codeIn, codeMail, wrongCode } from './code-mail.ts';
import { visitorAccounts } from './visitor-accounts.ts';

/** The form of a code that is sent again: by a second click, the Enter key, or a browser whose response was lost. */
const { own, home, itemPath, newBrowser, pathOf } = visitorAccounts(900);

let browser: Browser;
let page: Shown;
let code: string;
beforeEach(async () => {
  browser = newBrowser();
  await ask();
});

async function ask(start?: string) {
  await askForCode(browser, own.email, start);
  page = await browser.open('/sign-in/code');
  code = codeIn((await codeMail(own.service, browser))!);
}

/** Another window of the browser, with the cookies that it had at a time. */
function windowWith(cookies: ReadonlyMap<string, string>): Browser {
  const copy = newBrowser();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}
const send = async (from: Browser, sent = code) => await from.submit(page, '/sign-in/code', { code: sent });
const sessionOf = ({ cookies }: Browser) => cookies.get('__Host-session');
async function sessions() {
  const read = createReader(own.service.services.database);
  return await listSessions(read, (await findUserId(read, own.email))!, own.service.now);
}

test('two requests at the same time, and a third one, lead to one session', async () => {
  const cookies = new Map(browser.cookies);
  const windows = [browser, windowWith(cookies)];
  const shown = await Promise.all(windows.map(async (one) => await send(one)));
  windows.push(windowWith(cookies));
  shown.push(await send(windows[2]!));
  expect(shown.map((one) => [one.status, pathOf(one)])).toEqual(Array(3).fill([200, '/account']));
  expect(sessionOf(browser)).toBeDefined();
  expect(new Set(windows.map(sessionOf)).size).toBe(1);
  expect(await sessions()).toHaveLength(1);
});

test('a request after the cookies of the first leads to the page that was signed in for', async () => {
  await ask(`/sign-in?${new URLSearchParams({ next: itemPath() }).toString()}`);
  expect(pathOf(await send(browser))).toBe(itemPath());
  const session = sessionOf(browser);
  const shown = await send(browser);
  expect([shown.status, pathOf(shown), sessionOf(browser)]).toEqual([200, itemPath(), session]);
});

test('a person who confirms that it is them may click twice', async () => {
  await send(browser);
  own.service.pass(60 * 60_000);
  page = await browser.submit(await browser.open('/account/address'), '/sign-in', {
    way: 'confirm',
    next: '/account/address',
  });
  code = codeIn((await codeMail(own.service, browser))!);
  const second = windowWith(browser.cookies);
  expect((await send(browser)).text).toContain('name="email"');
  expect((await send(second)).text).toContain('name="email"');
  expect(sessionOf(second)).toBe(sessionOf(browser));
});

describe('no one gets a session', () => {
  test('with the code in another browser, also one that asked for a code', async () => {
    await send(browser);
    const other = newBrowser();
    await askForCode(other, `${randomUUID()}@example.com`);
    const refused = await other.submit(await other.open('/sign-in/code'), '/sign-in/code', { code });
    expect([refused.status, sessionOf(other)]).toEqual([401, undefined]);
    expect((await newBrowser().request('POST', '/sign-in/code', { code })).status).toBe(403);
  });

  test('a minute later, nor after signing out', async () => {
    const cookies = new Map(browser.cookies);
    await send(browser);
    await browser.submit(await browser.open('/account'), '/sign-out');
    expect((await send(windowWith(cookies))).status).toBe(410);
    browser = newBrowser();
    await ask();
    const early = windowWith(browser.cookies);
    await send(browser);
    own.service.pass(CODE_REPEAT_MS);
    expect([(await send(early)).status, sessionOf(early)]).toEqual([410, undefined]);
  });

  test('without the form of the page', async () => {
    const cookies = new Map(browser.cookies);
    await send(browser);
    const forged = windowWith(cookies);
    expect((await forged.request('POST', '/sign-in/code', { code })).status).toBe(403);
    expect(sessionOf(forged)).toBeUndefined();
  });

  test('with a wrong code, which counts; the last try that was right may be sent once more', async () => {
    const cookies = new Map(browser.cookies);
    for (let wrong = 1; wrong < CODE_TRIES_MAX; wrong++)
      expect((await send(browser, wrongCode(code))).status).toBe(401);
    await send(browser);
    expect((await send(windowWith(cookies))).status).toBe(200);
    expect((await send(windowWith(cookies))).status).toBe(410);

    browser = newBrowser();
    await ask();
    const guessing = windowWith(browser.cookies);
    await send(browser);
    for (let wrong = 0; wrong < CODE_TRIES_MAX; wrong++)
      expect([(await send(guessing, wrongCode(code))).status, sessionOf(guessing)]).toEqual([410, undefined]);
    expect((await send(guessing)).status).toBe(410);
  });
});

describe('the page of a code that is not valid any more', () => {
  test('has another one sent for the same vote, in the brand of the portal', async () => {
    const next = `${home()}?sort=newest`;
    browser = newBrowser();
    await ask(`/sign-in?${new URLSearchParams({ next, vote: own.item.slug }).toString()}`);
    for (let wrong = 1; wrong < CODE_TRIES_MAX; wrong++) await send(browser, wrongCode(code));
    const spent = await send(browser, wrongCode(code));
    expect([spent.status, spent.text.includes('This code is no longer valid')]).toEqual([410, true]);
    expect(spent.text).toContain(own.portal.name);
    expect(spent.text).toContain(own.email);
    expect(spent.text).toContain('Send a new code');
    page = await browser.submit(spent, '/sign-in', { way: 'code' });
    expect([page.status, pathOf(page)]).toEqual([200, '/sign-in/code']);
    code = codeIn((await codeMail(own.service, browser))!);
    expect((await send(browser)).url).toBe(own.service.baseUrl + next);
    expect((await own.feedback.readItem(own.item)).voteCount).toBe(1);
  });

  test('asks for the address where it is not known, and keeps what was written', async () => {
    const next = `${home()}/new`;
    const draft = JSON.stringify({ title: 'Quieter engines' });
    const form = { next, draft, code };
    browser.cookies.delete('__Host-visit');
    const fresh = await browser.open('/sign-in?next=/account');
    const spent = await browser.request('POST', '/sign-in/code', { ...form, ...token(fresh) });
    expect([spent.status, spent.text.includes(own.portal.name)]).toEqual([410, true]);
    const again = await browser.submit(spent, '/sign-in', { way: 'choose-code' });
    expect([again.status, pathOf(again)]).toEqual([200, '/sign-in']);
    expect(again.text).toContain('Quieter engines');
    expect(again.text).toContain(`name="next" value="${next}"`);
  });

  test('leads from its address to the form for a new one', async () => {
    await ask(`/sign-in?${new URLSearchParams({ next: itemPath() }).toString()}`);
    for (let wrong = 0; wrong < CODE_TRIES_MAX; wrong++) await send(browser, wrongCode(code));
    const shown = await browser.open('/sign-in/code');
    expect(shown.url).toBe(
      `${own.service.baseUrl}/sign-in?${new URLSearchParams({ next: itemPath() }).toString()}`,
    );
  });
});

const token = ({ text }: Shown) => ({ form_token: /name="form_token" value="([^"]+)"/.exec(text)![1]! });
