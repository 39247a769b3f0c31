import { randomUUID } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteUser, findCustomerId, findUserId, getUser } from '../../shared/identity/members/user-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, newAccount, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import {
  customerClaims,
  rotateSecret,
  seconds,
  sendCustomer,
  signClaims,
  SITE,
} from '../portals/customer-site.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const { baseUrl } = sharedService();

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let secret: string;

const rotate = (on: Portal) => rotateSecret(admin, feedback, on);

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ embedOrigins: [SITE, 'https://*.acme.example'] });
  secret = await rotate(portal);
});

const claimsOf = (changes: object = {}) => customerClaims(portal, changes);
const sign = (claims: object, text = secret, alg?: string) => signClaims(claims, text, alg);
const send = (browser: Browser, fields: Record<string, string>, on = portal, origin = SITE) =>
  sendCustomer(browser, on, fields, origin);

async function customer(claims: object = claimsOf()): Promise<Browser> {
  const browser = createBrowser(baseUrl);
  const shown = await send(browser, { token: await sign(claims) });
  expect(shown.status, shown.text).toBe(200);
  return browser;
}

test('a customer is signed in where they wanted to go, votes, comments, and signs out', async () => {
  const item = await feedback.item(portal);
  const path = `/portals/${portal.slug}/feedback/items/${item.slug}`;
  const browser = createBrowser(baseUrl);
  const shown = await send(browser, { token: await sign(claimsOf()), next: path });
  expect([shown.status, shown.url]).toEqual([200, baseUrl + path]);
  expect(shown.text).toContain('<bdi>Mia</bdi>');
  expect(shown.text).not.toContain('href="/account');
  expect(shown.headers.get('cache-control')).toBe('private, no-store');

  const voted = await browser.submit(shown, `${path}/vote`, { vote: 'give' });
  expect(voted.text).toContain('aria-pressed="true"');
  const said = await browser.submit(voted, `${path}/comments`, { content: 'I would use it.' });
  expect(said.text).toContain('I would use it.');
  expect((await feedback.readItem(item)).voteCount).toBe(1);

  const left = await browser.submit(said, `/portals/${portal.slug}/feedback/customer/sign-out`);
  expect(left.text).toContain('Sign in');
  expect([...browser.cookies.keys()]).toEqual([]);
});

test('the same customer is the same person next time, with the name and address of then', async () => {
  const claims = claimsOf();
  const item = await feedback.item(portal, { title: 'Night mode' });
  const path = `/portals/${portal.slug}/feedback/items/${item.slug}`;
  const first = await customer(claims);
  await first.submit(await first.open(path), `${path}/comments`, { content: 'Please.' });
  const again = await customer({ ...claims, jti: randomUUID(), name: 'Mia Moon' });
  expect((await again.open(path)).text).toMatch(/<strong><bdi>Mia Moon<\/bdi><\/strong>/);
});

test('a customer whose user was deleted is signed in as the same person again', async () => {
  const claims = claimsOf();
  await customer(claims);
  const { database } = workspace;
  const id = (await findCustomerId(createReader(database), workspace.id, claims.sub))!;
  await commit(database, deleteUser({ id, email: claims.email }));
  const again = await customer({ ...claims, jti: randomUUID() });
  expect((await again.open(`/portals/${portal.slug}/feedback`)).text).toContain('Mia');
  expect(await findCustomerId(createReader(database), workspace.id, claims.sub)).toBe(id);
  expect(await getUser(createReader(database), id)).toMatchObject({ id, email: claims.email });
});

test.each(['https://shop.acme.example'])('the site %s is listed too', async (origin) => {
  const shown = await send(createBrowser(baseUrl), { token: await sign(claimsOf()) }, portal, origin);
  expect(shown.status).toBe(200);
});

describe('a person who has an account', () => {
  test('is not taken over by a customer with their address, who gets a separate person', async () => {
    const member = await workspace.person('admin');
    const { email } = await newAccount(workspace, member);
    const browser = await customer(claimsOf({ email, name: 'Impostor' }));
    const cookie = browser.cookies.get('__Host-customer')!;
    browser.cookies.set('__Host-session', cookie);
    for (const path of ['/account', '/account/password', '/connections']) {
      expect((await browser.open(path)).url, path).toContain('/sign-in');
    }
    const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id: member.id });
    expect(await findUserId(createReader(workspace.database), email)).toBe(userId);
    const account = await getUser(createReader(workspace.database), userId);
    expect(account?.name).not.toBe('Impostor');
    const path = `/portals/${portal.slug}/feedback/items/${(await feedback.item(portal)).slug}`;
    const page = await browser.open(path);
    const said = await browser.submit(page, `${path}/comments`, { content: 'Not the team.' });
    const [, comments] = said.text.split('<ul class="plain posts"');
    expect(comments).toContain('Not the team.');
    expect(comments).not.toContain('class="staff"');
  });

  test('signs up with an address that a customer has, as if there were none', async () => {
    const email = `${randomUUID()}@customers.example`;
    await customer(claimsOf({ email }));
    expect(await findUserId(createReader(workspace.database), email)).toBeUndefined();
  });
});

test('the session is for this portal only', async () => {
  const browser = await customer();
  const other = await feedback.portal({ embedOrigins: [SITE] });
  await rotate(other);
  expect((await browser.open(`/portals/${portal.slug}/feedback`)).text).toContain('Mia');
  expect((await browser.open(`/portals/${other.slug}/feedback`)).text).toContain('Sign in');
});

const isSignedIn = (browser: Browser) =>
  [...browser.cookies.keys()].some((name) => name.includes('customer'));

test('a token signs in once, in whichever browser; others go on as they are', async () => {
  const token = await sign(claimsOf());
  const browsers = [1, 2, 3].map(() => createBrowser(baseUrl));
  const answers = await Promise.all(browsers.map((browser) => send(browser, { token })));
  expect(answers.map(({ status, text }) => [status, text.includes('Mia')]).toSorted()).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ]);
  expect(browsers.filter(isSignedIn)).toHaveLength(1);
});

test('a site that no one is signed in to any more signs its customer out', async () => {
  const mia = createBrowser(baseUrl);
  await send(mia, { token: await sign(claimsOf()) });
  const shown = await send(mia, { token: 'none' });
  expect([shown.status, shown.text.includes('Sign in'), isSignedIn(mia)]).toEqual([200, true, false]);
});

test('the secret in use stays valid for a day, also when several are made in a row', async () => {
  const own = await feedback.portal({ embedOrigins: [SITE] });
  const first = await rotate(own);
  await rotate(own);
  await rotate(own);
  const token = await sign(customerClaims(own), first);
  const browser = createBrowser(baseUrl);
  await send(browser, { token }, own);
  expect(isSignedIn(browser)).toBe(true);
});

test.each([
  ['is used a second time', {}],
  ['has expired', { iat: seconds() - 200, exp: seconds() - 100 }],
  ['is older than five minutes', { iat: seconds() - 400, exp: seconds() + 900 }],
])('a token that %s leaves its customer signed in, and signs no other in', async (_, times) => {
  const sub = randomUUID();
  const mia = createBrowser(baseUrl);
  await send(mia, { token: await sign(claimsOf({ sub })) });
  const token = await sign(claimsOf({ sub, ...times }));
  const stranger = createBrowser(baseUrl);
  await send(createBrowser(baseUrl), { token });
  const [again, shown] = [await send(mia, { token }), await send(stranger, { token })];
  expect([again.status, again.text.includes('Mia'), isSignedIn(mia)]).toEqual([200, true, true]);
  expect([shown.status, shown.text.includes('Sign in'), isSignedIn(stranger)]).toEqual([200, true, false]);
  const otto = createBrowser(baseUrl);
  await send(otto, { token: await sign(claimsOf({ name: 'Otto' })) });
  const other = await send(otto, { token });
  expect([other.text.includes('Otto'), isSignedIn(otto)]).toEqual([false, false]);
});

test.each<[string, () => object | Promise<string>, string]>([
  ['of another portal', () => claimsOf({ aud: randomUUID() }), 'aud'],
  ['for nobody', () => claimsOf({ aud: undefined }), 'aud'],
  [
    'that has expired and another secret signed',
    () => sign(claimsOf({ iat: seconds() - 200, exp: seconds() - 100 }), `pcs_${'x'.repeat(43)}`),
    'not signed',
  ],
  ['of the future', () => claimsOf({ iat: seconds() + 600, exp: seconds() + 900 }), 'iat'],
  ['that does not expire', () => claimsOf({ exp: undefined }), 'exp'],
  ['without an id', () => claimsOf({ jti: undefined }), 'jti'],
  ['with a short id', () => claimsOf({ jti: '1' }), 'jti'],
  ['of nobody', () => claimsOf({ sub: undefined }), 'sub'],
  ['without an address', () => claimsOf({ email: undefined }), 'email'],
  ['with two addresses', () => claimsOf({ email: 'a@example.com, b@example.com' }), 'email'],
  ['with a header in its address', () => claimsOf({ email: 'a@example.com\r\nBcc: b@example.com' }), 'email'],
  ['that another secret signed', () => sign(claimsOf(), `pcs_${'x'.repeat(43)}`), 'not signed'],
  ['that another algorithm signed', () => sign(claimsOf(), secret, 'HS512'), 'not signed'],
  ['that nothing signed', async () => new UnsecuredJWT(claimsOf()).encode(), 'not signed'],
  ['that is none', async () => 'x', 'not signed'],
])('a token %s is refused', async (_, made, why) => {
  const given = made();
  const token = given instanceof Promise ? await given : await sign(given);
  const browser = createBrowser(baseUrl);
  const shown = await send(browser, { token });
  expect([shown.status, [...browser.cookies.keys()]]).toEqual([403, []]);
  expect(shown.text).toContain(why);
});

test.each([
  'https://evil.example',
  'null',
  'http://www.acme.example',
  'https://acme.example.evil.example',
  '',
])('the site "%s" signs no one in', async (origin) => {
  const shown = await send(createBrowser(baseUrl), { token: await sign(claimsOf()) }, portal, origin);
  expect([shown.status, shown.text.includes('does not list the site')]).toEqual([403, true]);
});

test('a token in a URL is not looked at', async () => {
  const token = await sign(claimsOf());
  const answer = await fetch(`${baseUrl}/portals/${portal.slug}/feedback/customer?token=${token}`, {
    headers: { origin: SITE, accept: 'text/html' },
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([405, []]);
  const shown = await createBrowser(baseUrl).request(
    'POST',
    `/portals/${portal.slug}/feedback/customer?token=${token}`,
    {},
    { origin: SITE },
  );
  expect(shown.status).toBe(403);
});
