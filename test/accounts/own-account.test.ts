import { describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findUserId, getUser } from '../../shared/identity/members/user-store.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';
import { visitorAccounts } from './visitor-accounts.ts';

const { own, home, itemPath, newBrowser, pathOf, enterCode, signInByCode, setPassword } =
  visitorAccounts(300);

const withPassword = async (password: string) => {
  const browser = newBrowser();
  return await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', {
    email: own.email,
    password,
  });
};
const first = 'seven green apples in a row';
const second = 'eight yellow pears in a bowl';

describe('a password', () => {
  test('is set, and reset when it is forgotten, with a code by mail; other browsers are signed out', async () => {
    const { browser: other } = await signInByCode();
    const { browser, shown } = await signInByCode(newBrowser(), '/sign-in?next=%2Faccount%2Fpassword');
    expect(pathOf(shown)).toBe('/account/password');
    expect((await browser.open('/account')).text).toContain('Set a password');
    const changed = await setPassword(browser, first);
    expect(changed.text).toContain('Your password has been set.');
    expect(changed.text).toContain('Change your password');
    expect(pathOf(await other.open('/account'))).toBe('/sign-in');
    expect(pathOf(await withPassword(first))).toBe('/account');

    // Forgotten.
    own.service.pass(1_000);
    const { browser: again } = await signInByCode();
    await setPassword(again, second);
    expect((await withPassword(first)).status).toBe(401);
    expect(pathOf(await withPassword(second))).toBe('/account');
  });

  test('is not set without a fresh code or the current password', async () => {
    const { browser } = await signInByCode();
    own.service.now = new Date(own.service.now.getTime() + 15 * 60_000);
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
    own.service.now = new Date(own.service.now.getTime() + 15 * 60_000);
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

describe('text that a visitor wrote before signing in', () => {
  test('is in the form again if it is a comment', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open(itemPath());
    browser.cookies.delete('__Host-session');
    const asked = await browser.submit(page, `${itemPath()}/comments`, { content: 'A long <thought>' });
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Send me a code')]);
    await browser.submit(asked, '/sign-in', { way: 'code', email: own.email });
    const shown = await enterCode(browser);
    expect([pathOf(shown), shown.text]).toEqual([
      itemPath(),
      expect.stringContaining('A long &#60;thought&#62;'),
    ]);
    expect((await own.feedback.readItem(own.item)).commentCount).toBe(0);

    const fields = { content: 'A long <thought>', name: 'Ann' };
    const sent = await browser.submit(shown, `${itemPath()}/comments`, fields);
    expect(sent.text).toContain('1 comment');
    const { text } = await browser.open(itemPath());
    const body = text.slice(text.indexOf('<body'));
    expect(body.match(/A long/g)).toHaveLength(1);
  });

  test('is still in its form if it is an idea, also after a wrong address', async () => {
    const { browser } = await signInByCode();
    const page = await browser.open(`${home()}/new`);
    browser.cookies.delete('__Host-session');
    const fields = { title: 'Boats', description: 'Many boats', boardId: own.portal.boards[1]!.id };
    const asked = await browser.submit(page, `${home()}/new`, fields);
    const wrong = await browser.submit(asked, '/sign-in', { way: 'code', email: `x${own.email}` });
    const again = await browser.submit(
      wrong,
      `/sign-in/draft?${new URLSearchParams({ next: `${home()}/new` }).toString()}`,
    );
    await browser.submit(again, '/sign-in', { way: 'code', email: own.email });
    const shown = await enterCode(browser);
    expect(pathOf(shown)).toBe(`${home()}/new`);
    expect(shown.text).toMatch(/value="Boats".*selected>Bugs<.*Many boats/s);
  });
});

describe('the account of a visitor, who is in no workspace,', () => {
  const headings = (text: string) => [...text.matchAll(/<h2>([^<]*)</g)].map(([, heading]) => heading);

  test('has nothing about workspaces and applications, and what the visitor has on portals', async () => {
    const { browser, shown } = await signInByCode();
    expect(headings(shown.text)).toEqual(['Signing in', 'Where you’re signed in', 'Delete account']);
    expect(shown.text).not.toMatch(/workspaces can show|leave all workspaces/i);

    const idea = await browser.open(itemPath());
    await browser.submit(idea, `${itemPath()}/vote`);
    const secret = await own.feedback.portal({ name: 'Not to be seen', visibility: 'private' });
    const { text } = await browser.open('/account');
    expect(headings(text)).toEqual([
      'Feedback portals',
      'Signing in',
      'Where you’re signed in',
      'Delete account',
    ]);
    expect(text).toContain(`href="${home()}"`);
    expect(text).toContain(`href="${home()}/mine"`);
    expect(text).not.toContain(secret.slug);
    const mail = new RegExp(`href="(/mail-preferences/[^"]+)"\\s+aria-label="[^"]*${own.portal.name}"`).exec(
      text,
    );
    const chosen = await browser.open(mail![1]!);
    expect(chosen.text).toContain(own.portal.name);
    // As all pages that wear its brand, with its company's links.
    expect(chosen.text).toContain('class="foot"');
  });

  test('leads to portals of the newest workspace first', async () => {
    const { browser } = await signInByCode();
    const later = await newWorkspace();
    const feedback = feedbackApi(later, (await later.person('admin')).client);
    const portal = await feedback.portal();
    const item = await feedback.item(portal);
    for (const path of [`/portals/${portal.slug}/feedback/items/${item.slug}`, itemPath()]) {
      await browser.submit(await browser.open(path), `${path}/vote`);
    }
    const { text } = await browser.open('/account');
    const slugs = [...text.matchAll(/href="\/portals\/([^/"]+)\/feedback"/g)].map(([, slug]) => slug);
    expect(slugs.slice(0, 2)).toEqual([portal.slug, own.portal.slug]);
  });

  test('can be read in another language, of those that there are', async () => {
    const { browser, shown } = await signInByCode();
    const german = await browser.submit(shown, '/account/language', { language: 'de' });
    expect([pathOf(german), german.text]).toEqual(['/account', expect.stringContaining('<html lang="de"')]);
    // Their mails are in it, too.
    const read = createReader(own.service.services.database);
    const userId = await findUserId(read, own.email);
    expect((await getUser(read, userId!))?.language).toBe('de');
    const other = await browser.submit(german, '/account/language', { language: 'xx' });
    expect([pathOf(other), other.text]).toEqual(['/account', expect.stringContaining('<html lang="de"')]);
    const forged = await browser.request('POST', '/account/language', { language: 'en' });
    expect(forged.status).toBe(403);
  });
});
