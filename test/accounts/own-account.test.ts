import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { SELF } from '../../shared/kernel/db/table.ts';
import { feedbackItemKind } from '../../shared/feedback/items/item-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portals/portal.ts';
import { createBrowser, type Browser, type Shown } from '../support/browser.ts';
import { type ClockedService } from '../support/clocked-service.ts';
import type { Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { addressCode, askForCode, codeIn, codeMail } from './code-mail.ts';
import { startPortalMailService } from './mail-service.ts';

let service: ClockedService;
let workspace: TestWorkspace;
let admin: Client;
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;
let email: string;

beforeAll(async () => {
  service = await startPortalMailService();
  workspace = await newWorkspace();
  admin = (await workspace.person('admin')).client;
  feedback = feedbackApi(workspace, admin);
});
afterAll(() => service.stop());

async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  let page: Awaited<ReturnType<typeof scanPage>> | undefined;
  do {
    page = await scanPage(workspace.database, page?.next);
    items.push(...page.items);
  } while (page.next);
  return items;
}

let years = 300;
beforeEach(async () => {
  service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000);
  portal = await feedback.portal();
  item = await feedback.item(portal);
  email = `${randomUUID()}@example.com`;
});

const home = () => `/portals/${portal.slug}/feedback`;
const itemPath = () => `${home()}/items/${item.slug}`;
const newBrowser = () => createBrowser(service.baseUrl);
const pathOf = ({ url }: Shown) => new URL(url).pathname;

async function enterCode(browser: Browser): Promise<Shown> {
  const code = codeIn((await codeMail(service, browser))!);
  return await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code });
}
async function signInByCode(browser = newBrowser(), start = '/sign-in') {
  await askForCode(browser, email, start);
  return { browser, shown: await enterCode(browser) };
}
const withPassword = async (password: string) => {
  const browser = newBrowser();
  return await browser.submit(await browser.open('/sign-in'), '/sign-in', { email, password });
};
const setPassword = async (browser: Browser, password: string, more: Record<string, string> = {}) =>
  await browser.submit(await browser.open('/account/password'), '/account/password', {
    password,
    again: password,
    ...more,
  });
const first = 'seven green apples in a row';
const second = 'eight yellow pears in a bowl';

describe('a password', () => {
  test('is set, and reset when it is forgotten, with a code by mail; other browsers are signed out', async () => {
    const { browser: other } = await signInByCode();
    const { browser, shown } = await signInByCode(newBrowser(), '/sign-in?next=%2Faccount%2Fpassword');
    expect(pathOf(shown)).toBe('/account/password');
    expect((await setPassword(browser, first)).text).toContain('Your password has been set.');
    expect(pathOf(await other.open('/account'))).toBe('/sign-in');
    expect(pathOf(await withPassword(first))).toBe('/account');

    // Forgotten.
    service.pass(1_000);
    const { browser: again } = await signInByCode();
    await setPassword(again, second);
    expect((await withPassword(first)).status).toBe(401);
    expect(pathOf(await withPassword(second))).toBe('/account');
  });

  test('is not set without a fresh code or the current password', async () => {
    const { browser } = await signInByCode();
    service.now = new Date(service.now.getTime() + 15 * 60_000);
    const page = await browser.open('/account/password');
    expect(page.text).not.toContain('name="password"');
    const form = await browser.open('/account');
    const forged = {
      form_token: /form_token" value="([^"]+)"/.exec(form.text)![1]!,
      password: first,
      again: first,
    };
    expect((await browser.request('POST', '/account/password', forged)).status).toBe(400);

    const { browser: fresh } = await signInByCode();
    await setPassword(fresh, first);
    service.now = new Date(service.now.getTime() + 15 * 60_000);
    expect((await setPassword(fresh, second, { current: 'another one entirely' })).status).toBe(400);
    expect((await setPassword(fresh, second, { current: first })).status).toBe(200);
    expect(pathOf(await withPassword(second))).toBe('/account');
  });
});

test('a person lists their sessions, and ends another one', async () => {
  const { browser: phone } = await signInByCode();
  const { browser } = await signInByCode();
  const page = await browser.open('/account');
  expect(page.text.match(/Signed in on/g)).toHaveLength(2);
  expect(page.text).toContain('This browser');
  await browser.submit(page, '/account/sessions/end');
  expect(pathOf(await phone.open('/account'))).toBe('/sign-in');
  expect(pathOf(await browser.open('/account'))).toBe('/account');
});

describe('a deleted account', () => {
  async function author() {
    const { browser } = await signInByCode();
    await browser.submit(await browser.open('/account'), '/account/name', { name: 'Max Mustermann' });
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/comments`, { content: 'So true.' });
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/follow`, { follow: 'no' });
    const fields = { title: 'My own idea', boardId: portal.boards[0]!.id };
    const made = await browser.submit(await browser.open(`${home()}/new`), `${home()}/new`, fields);
    expect((await newBrowser().open(itemPath())).text).toContain('Max Mustermann');
    return { browser, idea: pathOf(made) };
  }
  const remove = async (browser: Browser, posts: string) =>
    await browser.submit(await browser.open('/account'), '/account/delete', { posts });

  test('leaves what it wrote without the name, and no way back in', async () => {
    const { browser, idea } = await author();
    await askForCode(newBrowser(), email);
    expect((await remove(browser, 'keep')).text).toContain('Your account is deleted');
    const shown = await newBrowser().open(itemPath());
    expect(shown.text).toContain('So true.');
    expect(shown.text + (await newBrowser().open(idea)).text).not.toContain('Max Mustermann');
    expect(pathOf(await browser.open('/account'))).toBe('/sign-in');
    expect(await findUserId(createReader(workspace.database), email)).toBeUndefined();
    // A new account is another person.
    const { browser: anew } = await signInByCode();
    expect((await anew.open('/account')).text).not.toContain('Max Mustermann');
  });

  test('leaves nothing that names the person, but votes and what expires', async () => {
    const { browser } = await author();
    const userId = (await findUserId(createReader(workspace.database), email))!;
    const kinds = await loadItemKinds();
    const kindOf = ({ pk }: Item) => kinds.find(({ prefix }) => pk.startsWith(prefix));
    const naming = async () => (await allItems()).filter((one) => JSON.stringify(one).includes(userId));

    const stored = new Set((await naming()).map(kindOf));
    // A new kind of items of people: give this person one, and delete it with the account.
    const missing = kinds.filter((kind) => kind.deletedBy === 'account' && !stored.has(kind));
    expect(missing.map(({ prefix }) => prefix)).toEqual([]);

    await remove(browser, 'keep');
    const left = (await naming()).filter((one) => kindOf(one)?.deletedBy !== 'expiry');
    // Votes, and the id under a keyed hash of the address, by which the address has them again.
    const [vote, former, ...more] = left.sort((one, other) => (one.sk < other.sk ? 1 : -1));
    expect([vote?.sk, former?.sk, more]).toEqual([`V#${userId}`, SELF, []]);
    expect(feedbackItemKind.includes({ ...vote!, sk: SELF })).toBe(true);
    expect(former?.pk).toMatch(/^G#former#[\w-]{43}$/);
    expect(JSON.stringify(await allItems())).not.toContain(
      createHash('sha256').update(email).digest('base64url'),
    );
  });

  test('that signs up again with its address neither votes twice nor escapes a ban', async () => {
    const { browser } = await author();
    const itemVotes = async () => (await feedback.readItem(item)).voteCount;
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/vote`, { vote: 'give' });
    const votes = await itemVotes();
    const { json } = await admin.get(`${feedback.pathOf(portal)}/items/${item.id}/comments`);
    const { authorId } = (json.data as { authorId: string }[])[0]!;
    const banned = await admin.post(`${workspace.path}/banned-visitors`, { visitorId: authorId });
    expect(banned.status).toBe(201);
    await remove(browser, 'keep');

    const { browser: anew } = await signInByCode();
    const page = await anew.open(itemPath());
    expect(page.text).toContain('value="back"');
    const posted = await anew.submit(page, `${itemPath()}/comments`, { content: 'Me again' });
    expect(posted.status).toBe(403);
    expect(await itemVotes()).toBe(votes);
  });

  /** Leaves a vote and a ban, and deletes the account; `before` is done in between. */
  async function leaveBanned(before: (browser: Browser) => Promise<void> = async () => {}) {
    const { browser } = await author();
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/vote`, { vote: 'give' });
    const { json } = await admin.get(`${feedback.pathOf(portal)}/items/${item.id}/comments`);
    const { authorId } = (json.data as { authorId: string }[])[0]!;
    const banned = await admin.post(`${workspace.path}/banned-visitors`, { visitorId: authorId });
    expect(banned.status).toBe(201);
    await before(browser);
    expect((await remove(browser, 'keep')).text).toContain('Your account is deleted');
  }
  async function expectStillBanned() {
    const { browser } = await signInByCode();
    const page = await browser.open(itemPath());
    expect(page.text).toContain('value="back"');
    const posted = await browser.submit(page, `${itemPath()}/comments`, { content: 'Me again' });
    expect(posted.status).toBe(403);
  }

  test('keeps its ban when a workspace adds the address as a member', async () => {
    await leaveBanned();
    const added = await admin.post(`${workspace.path}/members`, { email, name: 'Max' });
    expect(added.status).toBe(201);
    await expectStillBanned();
  });

  test('keeps its ban when a workspace invites the address later', async () => {
    await leaveBanned();
    const { data } = (await admin.post(`${workspace.path}/members`, { name: 'Max' })).json;
    const invited = await admin.patch(`${workspace.path}/members/${data.id}`, {
      expectedUpdatedAt: data.updatedAt,
      email,
    });
    expect(invited.status).toBe(200);
    await expectStillBanned();
  });

  test('keeps its ban, and its vote counts once, when a member votes for the address', async () => {
    await leaveBanned();
    const votes = (await feedback.readItem(item)).voteCount;
    const path = `${feedback.pathOf(portal)}/items/${item.id}/votes`;
    expect((await admin.post(path, { email, name: 'Max' })).status).toBe(409);
    const idea = await feedback.item(portal);
    const other = `${feedback.pathOf(portal)}/items/${idea.id}/votes`;
    expect((await admin.post(other, { email, name: 'Max' })).status).toBe(201);
    await expectStillBanned();
    expect((await feedback.readItem(item)).voteCount).toBe(votes);
  });

  test('keeps its ban under each address that it had', async () => {
    const [was, to] = [email, `${randomUUID()}@example.com`];
    await leaveBanned(async (browser) => {
      await browser.submit(await browser.open('/account/address'), '/account/address', { email: to });
      email = to;
      const code = await addressCode(service, browser);
      await browser.submit(await browser.open('/account/address'), '/account/address/code', { code });
      expect((await browser.open('/account')).text).toContain(to);
    });
    email = was;
    await expectStillBanned();
  });

  test('is deleted only after a sign-in of the last 15 minutes, or with the password', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open('/account');
    expect(page.text).toContain('We keep a hash of your address');
    service.pass(15 * 60_000);
    expect((await browser.open('/account')).text).not.toContain('Delete my account');
    expect((await browser.submit(page, '/account/delete', { posts: 'keep' })).status).toBe(403);
    const { browser: owner } = await signInByCode();
    await setPassword(owner, first);
    service.pass(15 * 60_000);
    const wrong = await owner.submit(await owner.open('/account'), '/account/delete', {
      posts: 'keep',
      current: second,
    });
    expect(wrong.status).toBe(403);
    expect(await findUserId(createReader(workspace.database), email)).toBeDefined();
    const right = await owner.submit(await owner.open('/account'), '/account/delete', {
      posts: 'keep',
      current: first,
    });
    expect(right.text).toContain('Your account is deleted');
  });

  test('takes along what it wrote, if its owner asks for that', async () => {
    const { browser, idea } = await author();
    await remove(browser, 'delete');
    expect((await newBrowser().open(itemPath())).text).not.toContain('So true.');
    expect((await newBrowser().open(idea)).status).toBe(404);
    expect(await feedback.readItem(item)).toMatchObject({ commentCount: 0 });
  });

  test('is not deleted without a choice, by another site, or as the last admin of a workspace', async () => {
    const { browser } = await signInByCode();
    expect((await remove(browser, '')).status).toBe(400);
    expect((await browser.request('POST', '/account/delete', { posts: 'keep' })).status).toBe(403);
    expect(await findUserId(createReader(workspace.database), email)).toBeDefined();
  });
});

describe('text that a visitor wrote before signing in', () => {
  test('is in the form again if it is a comment', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open(itemPath());
    browser.cookies.delete('__Host-session');
    const asked = await browser.submit(page, `${itemPath()}/comments`, { content: 'A long <thought>' });
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Send me a code')]);
    await browser.submit(asked, '/sign-in', { way: 'code', email });
    const shown = await enterCode(browser);
    expect([pathOf(shown), shown.text]).toEqual([
      itemPath(),
      expect.stringContaining('A long &#60;thought&#62;'),
    ]);
    expect((await feedback.readItem(item)).commentCount).toBe(0);

    const fields = { content: 'A long <thought>', name: 'Ann' };
    const sent = await browser.submit(shown, `${itemPath()}/comments`, fields);
    expect(sent.text).toContain('1 comment');
    expect((await browser.open(itemPath())).text.match(/A long/g)).toHaveLength(1);
  });

  test('is still in its form if it is an idea', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open(`${home()}/new`);
    browser.cookies.delete('__Host-session');
    const fields = { title: 'Boats', description: 'Many boats', boardId: portal.boards[1]!.id };
    const asked = await browser.submit(page, `${home()}/new`, fields);
    await browser.submit(asked, '/sign-in', { way: 'code', email });
    const shown = await enterCode(browser);
    expect(pathOf(shown)).toBe(`${home()}/new`);
    expect(shown.text).toMatch(/value="Boats".*selected>Bugs<.*Many boats/s);
  });
});
