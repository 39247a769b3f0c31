import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { SELF } from '../../shared/kernel/db/table.ts';
import { feedbackItemKind } from '../../shared/feedback/items/item-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import type { Browser } from '../support/browser.ts';
import { addressCode, askForCode } from './code-mail.ts';
import { visitorAccounts } from './visitor-accounts.ts';

const { own, home, itemPath, newBrowser, pathOf, signInByCode, setPassword } = visitorAccounts(400);

async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  let page: Awaited<ReturnType<typeof scanPage>> | undefined;
  do {
    page = await scanPage(own.workspace.database, page?.next);
    items.push(...page.items);
  } while (page.next);
  return items;
}

const first = 'seven green apples in a row';
const second = 'eight yellow pears in a bowl';

describe('a deleted account', () => {
  async function author() {
    const { browser } = await signInByCode();
    await browser.submit(await browser.open('/account'), '/account/name', { name: 'Max Mustermann' });
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/comments`, { content: 'So true.' });
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/follow`, { follow: 'no' });
    await browser.submit(await browser.open(`${home()}/updates`), `${home()}/subscription`, {
      subscribe: 'yes',
    });
    const fields = { title: 'My own idea', boardId: own.portal.boards[0]!.id };
    const made = await browser.submit(await browser.open(`${home()}/new`), `${home()}/new`, fields);
    expect((await newBrowser().open(itemPath())).text).toContain('Max Mustermann');
    return { browser, idea: pathOf(made) };
  }
  const remove = async (browser: Browser, posts: string) =>
    await browser.submit(await browser.open('/account'), '/account/delete', { posts });

  test('leaves what it wrote without the name, and no way back in', async () => {
    const { browser, idea } = await author();
    await askForCode(newBrowser(), own.email);
    expect((await remove(browser, 'keep')).text).toContain('Your account is deleted');
    const shown = await newBrowser().open(itemPath());
    expect(shown.text).toContain('So true.');
    expect(shown.text + (await newBrowser().open(idea)).text).not.toContain('Max Mustermann');
    expect(pathOf(await browser.open('/account'))).toBe('/sign-in');
    expect(await findUserId(createReader(own.workspace.database), own.email)).toBeUndefined();
    // A new account is another person.
    const { browser: anew } = await signInByCode();
    expect((await anew.open('/account')).text).not.toContain('Max Mustermann');
  });

  test('leaves nothing that names the person, but votes and what expires', async () => {
    const { browser } = await author();
    const userId = (await findUserId(createReader(own.workspace.database), own.email))!;
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
      createHash('sha256').update(own.email).digest('base64url'),
    );
  });

  test('that signs up again with its address neither votes twice nor escapes a ban', async () => {
    const { browser } = await author();
    const itemVotes = async () => (await own.feedback.readItem(own.item)).voteCount;
    await browser.submit(await browser.open(itemPath()), `${itemPath()}/vote`, { vote: 'give' });
    const votes = await itemVotes();
    const { json } = await own.admin.get(`${own.feedback.pathOf(own.portal)}/items/${own.item.id}/comments`);
    const { authorId } = (json.data as { authorId: string }[])[0]!;
    const banned = await own.admin.post(`${own.workspace.path}/banned-visitors`, { visitorId: authorId });
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
    const { json } = await own.admin.get(`${own.feedback.pathOf(own.portal)}/items/${own.item.id}/comments`);
    const { authorId } = (json.data as { authorId: string }[])[0]!;
    const banned = await own.admin.post(`${own.workspace.path}/banned-visitors`, { visitorId: authorId });
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
    const added = await own.admin.post(`${own.workspace.path}/members`, { email: own.email, name: 'Max' });
    expect(added.status).toBe(201);
    await expectStillBanned();
  });

  test('keeps its ban when a workspace invites the address later', async () => {
    await leaveBanned();
    const { data } = (await own.admin.post(`${own.workspace.path}/members`, { name: 'Max' })).json;
    const invited = await own.admin.patch(`${own.workspace.path}/members/${data.id}`, {
      expectedUpdatedAt: data.updatedAt,
      email: own.email,
    });
    expect(invited.status).toBe(200);
    await expectStillBanned();
  });

  test('keeps its ban, and its vote counts once, when a member votes for the address', async () => {
    await leaveBanned();
    const votes = (await own.feedback.readItem(own.item)).voteCount;
    const path = `${own.feedback.pathOf(own.portal)}/items/${own.item.id}/votes`;
    expect((await own.admin.post(path, { email: own.email, name: 'Max' })).status).toBe(409);
    const idea = await own.feedback.item(own.portal);
    const other = `${own.feedback.pathOf(own.portal)}/items/${idea.id}/votes`;
    expect((await own.admin.post(other, { email: own.email, name: 'Max' })).status).toBe(201);
    await expectStillBanned();
    expect((await own.feedback.readItem(own.item)).voteCount).toBe(votes);
  });

  test('keeps its ban under each address that it had', async () => {
    const [was, to] = [own.email, `${randomUUID()}@example.com`];
    await leaveBanned(async (browser) => {
      await browser.submit(await browser.open('/account/address'), '/account/address', { email: to });
      own.email = to;
      const code = await addressCode(own.service, browser);
      await browser.submit(await browser.open('/account/address'), '/account/address/code', { code });
      expect((await browser.open('/account')).text).toContain(to);
    });
    own.email = was;
    await expectStillBanned();
  });

  test('is deleted only after a sign-in of the last 15 minutes, or with the password', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open('/account');
    expect(page.text).toContain('We keep a hash of your address');
    own.service.pass(15 * 60_000);
    expect((await browser.open('/account')).text).not.toContain('Delete my account');
    expect((await browser.submit(page, '/account/delete', { posts: 'keep' })).status).toBe(403);
    const { browser: owner } = await signInByCode();
    await setPassword(owner, first);
    own.service.pass(15 * 60_000);
    const wrong = await owner.submit(await owner.open('/account'), '/account/delete', {
      posts: 'keep',
      current: second,
    });
    expect(wrong.status).toBe(403);
    expect(await findUserId(createReader(own.workspace.database), own.email)).toBeDefined();
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
    expect(await own.feedback.readItem(own.item)).toMatchObject({ commentCount: 0 });
  });

  test('is not deleted without a choice, by another site, or as the last admin of a workspace', async () => {
    const { browser } = await signInByCode();
    expect((await remove(browser, '')).status).toBe(400);
    expect((await browser.request('POST', '/account/delete', { posts: 'keep' })).status).toBe(403);
    expect(await findUserId(createReader(own.workspace.database), own.email)).toBeDefined();
  });
});
