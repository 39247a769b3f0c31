import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addressesOfAccount,
  codesForAddress,
  codesForAddressDaily,
  longCodesForAddress,
} from '../../shared/pages/accounts/code-rate-limit.ts';
import {
  addressCodeKey,
  SENT_CODE_LIFETIME_MS,
  CODE_TRIES_MAX,
} from '../../shared/pages/accounts/challenge-store.ts';
import { invitationPath, undoPath } from '../../shared/pages/session/account-paths.ts';
import { putInvitation } from '../../shared/kernel/auth/account-store.ts';
import { readMembership } from '../../shared/kernel/auth/membership-store.ts';
import { newUserSecret, parseUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { mailIdOf, type MailContent } from '../../shared/identity/mail/mail.ts';
import { mailKind } from '../../shared/identity/mail/mail-store.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { createBrowser, newAccount, PASSWORD, signedIn, type Browser } from '../support/browser.ts';
import { type ClockedService } from '../support/clocked-service.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { addressCode, askForCode, codeIn, codeMail, wrongCode } from './code-mail.ts';
import { startMailService } from './mail-service.ts';

const PATH = '/account/address';
let service: ClockedService;
let workspace: TestWorkspace;
let email: string;
let other: string;

beforeAll(async () => {
  service = await startMailService();
  workspace = await newWorkspace();
});
afterAll(() => service.stop());

let years = 500;
beforeEach(() => {
  service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000);
  [email, other] = [`old-${randomUUID()}@example.com`, `new-${randomUUID()}@example.com`];
});

const newBrowser = () => createBrowser(service.baseUrl);
const read = () => createReader(service.services.database);
const userOf = (address: string) => findUserId(read(), address);
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const secretOf = (browser: Browser) => parseUserSecret(browser.cookies.get('__Host-session')!)!;

async function mailFor(reason: readonly string[]): Promise<MailContent> {
  return JSON.parse((await read().get(mailKind.key(mailIdOf(reason))))!['content'] as string) as MailContent;
}
async function signInByCode(address: string): Promise<Browser> {
  const browser = newBrowser();
  await askForCode(browser, address);
  const code = codeIn((await codeMail(service, browser))!);
  await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code });
  return browser;
}
const ask = async (browser: Browser, to: string, more: Record<string, string> = {}) =>
  await browser.submit(await browser.open(`${PATH}?another=1`), PATH, { email: to, ...more });
const sentCode = (browser: Browser) => addressCode(service, browser);
const confirm = async (browser: Browser, code: string) =>
  await browser.submit(await browser.open(PATH), `${PATH}/code`, { code });

/** Changes the address of whoever is signed in; returns the mail to the address of before and its link. */
async function change(browser: Browser, to: string) {
  const { userId } = secretOf(browser);
  const undos = async () =>
    (await read().children(`U#${userId}`, 'ADDRESSWAS#')).map(({ sk }) => sk.split('#')[1]!);
  const before = await undos();
  await ask(browser, to);
  const shown = await confirm(browser, await sentCode(browser));
  expect([shown.status, new URL(shown.url).search]).toEqual([200, '?done=address']);
  const hash = (await undos()).find((one) => !before.includes(one))!;
  const notice = await mailFor(['address', hash]);
  return { shown, notice, undo: notice.body.action!.path };
}

test('a person changes their address with a code to the new one, and gets a mail at the old one', async () => {
  const browser = await signInByCode(email);
  const id = await userOf(email);
  await ask(browser, other);
  expect(await userOf(other)).toBeUndefined();
  expect((await browser.open('/account')).text).toContain(`<bdi>${email}`);
  const { shown, notice } = await change(browser, other);
  expect(shown.text).toContain('Your address has been changed.');
  expect(shown.text).toContain(`<bdi>${other}`);
  expect(notice).toMatchObject({ to: email, body: { action: { label: 'It was not me' } } });
  expect(JSON.stringify(notice)).not.toContain(other);
  expect([await userOf(email), await userOf(other)]).toEqual([undefined, id]);
  await signInByCode(other);
  expect(await userOf(other)).toBe(id);
  await signInByCode(email);
  expect([id, undefined]).not.toContain(await userOf(email));
});

test('workspaces that a person has joined see their new address and an entry of the trail, and those that only invited them do not', async () => {
  const person = await workspace.person('member');
  const { email: old } = await newAccount(workspace, person);
  const [boss, asking] = [await workspace.person('admin'), await newWorkspace()];
  const bossThere = await asking.person('admin');
  const invited = await bossThere.client.post(`${asking.path}/members`, { name: 'Asked', email: old });
  const addressIn = async (at: TestWorkspace, { client }: typeof boss, id: string) =>
    (await client.get(`${at.path}/members/${id}`)).json.data.email as string;
  const invitation = newUserSecret(person.userId, randomBytes);
  const place = { workspaceId: workspace.id, memberId: person.id };
  const { since } = (await readMembership(read(), workspace.id, person.id))!;
  const kept = putInvitation(invitation, { ...place, memberSince: since }, service.now);
  await commit(workspace.database, [kept]);
  expect((await newBrowser().open(invitationPath(invitation))).status).toBe(200);
  const browser = await signInByCode(old);
  await change(browser, other);
  expect((await newBrowser().open(invitationPath(invitation))).status).toBe(410);
  await until(async () => (await addressIn(workspace, boss, person.id)) === other);
  expect(await addressIn(asking, bossThere, invited.json.data.id)).toBe(old);
  const query = { type: 'member.address_changed' };
  await until(async () => (await auditTrail(boss.client, workspace, query)).length > 0);
  expect(await auditTrail(boss.client, workspace, query)).toMatchObject([
    {
      actor: { kind: 'user', id: person.id, via: 'portal' },
      changes: [{ field: 'email', from: old, to: other }],
    },
  ]);
  expect(await auditTrail(bossThere.client, asking, query)).toEqual([]);
  const again = await boss.client.post(`${workspace.path}/members`, { name: 'Again', email: other });
  expect(again.status).toBe(409);
  await browser.submit(await browser.open('/account'), `/account/workspaces/${asking.id}/accept`);
  expect(await addressIn(asking, bossThere, invited.json.data.id)).toBe(other);
});

describe('an address that is already in use', () => {
  test('gets the same answer at the same cost as a free one; only the person who reads its mail learns of it', async () => {
    const taken = await userOf((await signInByCode(other)) && other);
    const seen = [];
    let browser = newBrowser();
    for (const to of [`free-${randomUUID()}@example.com`, other]) {
      browser = await signInByCode(`asking-${randomUUID()}@example.com`);
      const page = await browser.open(PATH);
      service.logs.length = 0;
      const { status, text } = await browser.submit(page, PATH, { email: to });
      const cost = service.logs
        .map((log) => JSON.parse(log) as Record<string, unknown>)
        .filter(({ operation }) => operation === 'askForAddress')
        .map(({ roundTrips, capacityUnits }) => ({ roundTrips, capacityUnits }));
      expect(cost).toHaveLength(1);
      const same = text.replaceAll(to, '…').replaceAll(/asking-[\w-]*|form_token" value="[^"]*"/g, '');
      seen.push(JSON.stringify([status, same, cost]));
    }
    expect(new Set(seen).size).toBe(1);
    expect((await confirm(browser, await sentCode(browser))).status).toBe(409);
    expect(await userOf(other)).toBe(taken);
  });

  test('is given to one of two people who ask for it at once', async () => {
    const browsers = [await signInByCode(email), await signInByCode(`too-${email}`)];
    for (const browser of browsers) await ask(browser, other);
    const tries = browsers.map(async (browser) => confirm(browser, await sentCode(browser)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await Promise.all([email, `too-${email}`, other].map(userOf))).filter(Boolean)).toHaveLength(2);
  });
});

describe('a code for a new address', () => {
  test('is worth nothing in another session, for signing in, after five tries or ten minutes, or a second time', async () => {
    const browser = await signInByCode(email);
    const id = await userOf(email);
    await ask(browser, other);
    const code = await sentCode(browser);
    const phone = await signInByCode(email);
    expect((await phone.open(PATH)).text).not.toContain('name="code"');
    const form = /form_token" value="([^"]+)"/.exec((await phone.open('/account')).text)![1]!;
    expect((await phone.request('POST', `${PATH}/code`, { form_token: form, code })).status).toBe(410);
    const thief = newBrowser();
    await askForCode(thief, other);
    const own = codeIn((await codeMail(service, thief))!);
    if (own !== code) {
      const page = await thief.open('/sign-in/code');
      expect((await thief.submit(page, '/sign-in/code', { code })).status).toBe(401);
    }
    expect((await browser.request('POST', `${PATH}/code`, { code })).status).toBe(403);

    const page = await browser.open(PATH);
    for (let wrong = 1; wrong < CODE_TRIES_MAX; wrong++) {
      expect((await confirm(browser, wrongCode(code))).status).toBe(400);
    }
    expect((await confirm(browser, wrongCode(code))).status).toBe(410);
    expect((await browser.submit(page, `${PATH}/code`, { code })).status).toBe(410);
    await ask(browser, other);
    const next = await sentCode(browser);
    service.pass(SENT_CODE_LIFETIME_MS);
    expect((await browser.submit(page, `${PATH}/code`, { code: next })).status).toBe(410);
    expect([await userOf(email), await userOf(other)]).toEqual([id, undefined]);
  });

  test('changes the address once, also when it is sent several times at once', async () => {
    const browser = await signInByCode(email);
    await ask(browser, other);
    const [page, code] = [await browser.open(PATH), await sentCode(browser)];
    const sends = [1, 2, 3].map(() => browser.submit(page, `${PATH}/code`, { code }));
    const answers = await Promise.all(sends);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(await read().children(`U#${secretOf(browser).userId}`, 'ADDRESSWAS#')).toHaveLength(1);
  });

  test('is sent only to a valid address, after a recent sign-in with a code or with the password', async () => {
    const browser = await signInByCode(email);
    for (const to of ['ada', '', 'a@example.com\r\nBcc: b@example.com', email.toUpperCase()]) {
      expect((await ask(browser, to)).status).toBe(400);
    }
    const page = await browser.open(PATH);
    service.pass(15 * 60_000);
    expect((await browser.open(PATH)).text).not.toContain('name="email"');
    expect((await browser.submit(page, PATH, { email: other })).status).toBe(400);

    const withPassword = await signedIn(service, workspace, await workspace.person('member'));
    expect((await ask(withPassword, other, { current: 'not the right one' })).status).toBe(400);
    expect(await read().get(addressCodeKey(secretOf(withPassword)))).toBeUndefined();
    expect((await ask(withPassword, other, { current: PASSWORD })).text).toContain('name="code"');
  });

  test('is limited by account, and by address together with codes for signing in', async () => {
    const browser = await signInByCode(email);
    for (let time = 0; time < addressesOfAccount.most; time++) {
      expect((await ask(browser, `${time}-${other}`)).status).toBe(200);
    }
    expect((await ask(browser, other)).status).toBe(429);
    const victim = await signInByCode(`asking-${email}`);
    const askers = Array.from({ length: codesForAddress.most }, () => askForCode(newBrowser(), other));
    await Promise.all(askers);
    expect((await ask(victim, other)).status).toBe(429);
  });
});

test('people who ask to have an address do not prevent its owner from signing in', async () => {
  const { most } = longCodesForAddress;
  longCodesForAddress.most = 3;
  try {
    const browser = await signInByCode(email);
    // From many other networks.
    while (await consumeAttempt(service.services.database, codesForAddressDaily, other, service.now));
    for (let time = 0; time < longCodesForAddress.most; time++) {
      expect((await ask(browser, other)).status).toBe(200);
    }
    await signInByCode(other);
    expect(await userOf(other)).toBeDefined();
  } finally {
    longCodesForAddress.most = most;
  }
});

describe('the link to the old address', () => {
  test('restores the old address and signs everyone else out; the person who changed it cannot undo that', async () => {
    const owner = await signInByCode(email);
    const id = await userOf(email);
    const thief = await signInByCode(email);
    const { undo } = await change(thief, other);
    const { undo: ofThief } = await change(thief, `third-${other}`);
    const stranger = newBrowser();
    // Mail scanners open links.
    const page = await stranger.open(undo);
    expect([page.status, page.text.includes(email)]).toEqual([200, true]);
    expect(await userOf(email)).toBeUndefined();
    const done = await stranger.submit(page, undo);
    expect([done.status, done.text.includes('Your account is back')]).toEqual([200, true]);
    expect(await Promise.all([email, other, `third-${other}`].map(userOf))).toEqual([
      id,
      undefined,
      undefined,
    ]);
    for (const browser of [owner, thief]) expect(pathOf(await browser.open('/account'))).toBe('/sign-in');
    for (const link of [undo, ofThief, undoPath('A'.repeat(86)), undoPath(randomUUID())]) {
      expect((await newBrowser().open(link)).status).toBe(410);
      expect((await newBrowser().request('POST', link)).status).toBe(410);
    }
    await signInByCode(email);
    expect(await userOf(email)).toBe(id);
  });

  test('signs everyone out also when the address has been changed back meanwhile', async () => {
    const browser = await signInByCode(email);
    const { undo } = await change(browser, other);
    await change(browser, email);
    const page = await newBrowser().open(undo);
    expect((await newBrowser().submit(page, undo)).status).toBe(200);
    expect(pathOf(await browser.open('/account'))).toBe('/sign-in');
    expect(await userOf(email)).toBeDefined();
  });

  test('waits for a new account with the old address to go, and is valid for seven days', async () => {
    const browser = await signInByCode(email);
    const { undo } = await change(browser, other);
    const newcomer = await signInByCode(email);
    const page = await newcomer.open(undo);
    expect((await newBrowser().submit(page, undo)).status).toBe(409);
    await newcomer.submit(await newcomer.open('/account'), '/account/delete', { posts: 'keep' });
    service.pass(7 * 24 * 60 * 60 * 1000 - 1);
    expect((await newBrowser().open(undo)).status).toBe(200);
    service.pass(1);
    expect((await newBrowser().submit(page, undo)).status).toBe(410);
  });
});
