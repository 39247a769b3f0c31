import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codesForWorkspace } from '../../shared/pages/accounts/code-rate-limit.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { createBrowser, newAccount } from '../support/browser.ts';
import { type ClockedService } from '../support/clocked-service.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { askForCode, codeIn, codeMail, wrongCode } from './code-mail.ts';
import { startPortalMailService } from './mail-service.ts';

/** Signing in where somebody wants to vote: the portal's brand stays, and the vote is not lost. */
let service: ClockedService;
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  service = await startPortalMailService();
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});
afterAll(() => service.stop());

let years = 200;
beforeEach(async () => {
  service.now = new Date(Date.now() + ++years * 365 * 24 * 60 * 60_000);
  portal = await feedback.portal({ name: 'Harbour <b>', color: '#0a7d55' });
  item = await feedback.item(portal, { title: 'Boats & more' });
});

const home = () => `/portals/${portal.slug}/feedback`;
const itemPath = () => `${home()}/items/${item.slug}`;
const stranger = () => `${randomUUID()}@example.com`;
const votes = async () => (await feedback.readItem(item)).voteCount;
/** Where the button of the page leads somebody who has not signed in. */
async function voteLink(page: string): Promise<string> {
  const { text } = await createBrowser(service.baseUrl).open(page);
  return /class="vote"\s+href="([^"]+)"/.exec(text)![1]!.replaceAll('&#38;', '&');
}
/** The page with the button, at the idea. */
const afterVote = (page: string) =>
  page === itemPath() ? `${page}?voted=${item.slug}#top` : `${page}&voted=${item.slug}#idea-${item.slug}`;

async function signInByCode(link: string, email = stranger()) {
  const browser = createBrowser(service.baseUrl);
  const asked = await askForCode(browser, email, link);
  const mail = (await codeMail(service, browser))!;
  const page = await browser.open('/sign-in/code');
  const shown = await browser.submit(page, '/sign-in/code', { code: codeIn(mail) });
  return { browser, asked, mail, shown };
}

test('a vote is counted once the code is entered, and the page where it began is shown', async () => {
  for (const page of [`${home()}?sort=newest`, itemPath()]) {
    const before = await votes();
    const link = await voteLink(page);
    const { shown, asked, mail } = await signInByCode(link);
    expect(shown.url).toBe(service.baseUrl + afterVote(page));
    expect(shown.text).toContain('aria-pressed="true"');
    expect(shown.text).toContain('Your vote is counted.');
    expect(await votes()).toBe(before + 1);
    expect(asked.text).toContain('Boats &#38; more');
    expect(mail.subject).toContain('Harbour <b>');
    expect(mail.brand).toEqual({ name: 'Harbour <b>', color: '#0a7d55', path: home() });
  }
});

test('a wrong code leads to its form again; of two tabs, each goes on to where it was asked, with the code that came last', async () => {
  const browser = createBrowser(service.baseUrl);
  const email = stranger();
  await askForCode(browser, email, await voteLink(itemPath()));
  const first = await browser.open('/sign-in/code');
  await askForCode(browser, email, `/sign-in?next=${encodeURIComponent(`${home()}/new`)}`);
  const code = codeIn((await codeMail(service, browser))!);
  const wrong = await browser.submit(first, '/sign-in/code', { code: wrongCode(code) });
  expect([wrong.status, wrong.url]).toEqual([401, `${service.baseUrl}/sign-in/code?wrong=4`]);
  expect(wrong.text).toContain('4 tries left');
  expect(wrong.text).toContain('Boats &#38; more');
  const shown = await browser.submit(wrong, '/sign-in/code', { code });
  expect(shown.url).toBe(service.baseUrl + afterVote(itemPath()));
});

test('an idea is followed once the code is entered, unless it is hidden by then', async () => {
  const { text } = await createBrowser(service.baseUrl).open(itemPath());
  const link = /href="([^"]+)">Sign in to follow</.exec(text)![1]!.replaceAll('&#38;', '&');
  const { shown, browser } = await signInByCode(link);
  expect(shown.url).toBe(`${service.baseUrl}${itemPath()}?done=followed#top`);
  expect(shown.text).toContain('You get email when there is news about this idea.');
  expect((await browser.open(itemPath())).text).toMatch(/value="no"\s+aria-pressed="true"/);
  expect(await votes()).toBe(0);
  // A link alone says nothing that is not so.
  const other = await signInByCode(`/sign-in?next=${itemPath()}`);
  const claimed = await other.browser.open(`${itemPath()}?done=followed`);
  expect(claimed.text).not.toContain('You get email when there is news');
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
  expect((await signInByCode(link)).browser.cookies.has('__Host-session')).toBe(true);
});

test('the updates of a portal come by mail once the code is entered, also to who had ended its mail, until they say no', async () => {
  const updates = `${home()}/updates`;
  const { text } = await createBrowser(service.baseUrl).open(updates);
  const link = /href="([^"]+)">Get updates by email</.exec(text)![1]!.replaceAll('&#38;', '&');
  const { shown, browser, asked } = await signInByCode(link);
  expect(asked.text).toContain('to get the updates of');
  expect(shown.url).toBe(`${service.baseUrl}${updates}?done=subscribed`);
  expect(shown.text).toContain('email you each new update.');
  const settings = /href="(\/mail-preferences[^"]+)"/.exec((await browser.open('/account')).text)![1]!;
  const choose = async (subscribe: string) =>
    await browser.submit(await browser.open(updates), `${home()}/subscription`, { subscribe });
  expect((await choose('no')).text).toContain('no longer get every update');
  await choose('yes');
  await browser.submit(await browser.open(settings), settings, { mode: 'off', updates: '' });
  const ended = await browser.open(updates);
  expect(ended.text).toMatch(/value="yes"\s+aria-pressed="false"/);
  // What the address says is not repeated once it is no longer so.
  expect((await browser.open(`${updates}?done=subscribed`)).text).not.toContain('email you each');
  expect((await choose('yes')).text).toMatch(/value="no"\s+aria-pressed="true"/);
  const chosen = (await browser.open(settings)).text;
  expect(chosen).toMatch(/value="off"\s+checked/);
  expect(chosen).toMatch(/name="updates" value="yes"\s+checked/);
});

test('reading the pages on the way adds no vote', async () => {
  const link = await voteLink(itemPath());
  const browser = createBrowser(service.baseUrl);
  await askForCode(browser, stranger(), link);
  for (const page of [link, '/sign-in/code', '/sign-in/code']) await browser.open(page);
  expect(await votes()).toBe(0);
});

test('a vote with a password counts in the same way, and a second vote of the same person does not count', async () => {
  const { email, password } = await newAccount(workspace, await workspace.person('member'));
  const link = await voteLink(itemPath());
  for (let time = 0; time < 2; time++) {
    const browser = createBrowser(service.baseUrl);
    const shown = await browser.submit(await browser.open(link), '/sign-in', { email, password });
    expect(shown.url).toBe(service.baseUrl + afterVote(itemPath()));
    expect(await votes()).toBe(1);
  }
});

test('the sign-in pages have the name and color of a public portal, and of no private one', async () => {
  const link = await voteLink(itemPath());
  const page = await createBrowser(service.baseUrl).open(link);
  const [, style] = /<style>(.*?)<\/style>/s.exec(page.text)!;
  expect(page.text).toMatch(
    new RegExp(
      `class="brand" href="${home()}"[^<]*<span class="initial"[^>]*>H</span><bdi[^>]*>Harbour &#60;b&#62;</bdi`,
    ),
  );
  expect(style).toContain('--brand-raw:light-dark(#0a7d55,');
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);

  await feedback.change(feedback.pathOf(portal), portal, { visibility: 'private' });
  const hidden = await createBrowser(service.baseUrl).open(link);
  expect(hidden.text).not.toContain('Harbour');
  expect(hidden.text).not.toContain('Boats');
});

test('an idea that is hidden meanwhile gets no vote, and signing in still works', async () => {
  const link = await voteLink(itemPath());
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
  const page = await createBrowser(service.baseUrl).open(link);
  expect(page.text).not.toContain('Boats');
  const { browser } = await signInByCode(link);
  expect(browser.cookies.has('__Host-session')).toBe(true);
  expect(await votes()).toBe(0);
});

test('a link cannot make a person vote elsewhere than on the page that it returns to', async () => {
  const other = await feedback.portal();
  for (const next of ['/account', `/portals/${other.slug}/feedback`, 'https://evil.example/']) {
    const query = new URLSearchParams({ next, vote: item.slug }).toString();
    const { browser } = await signInByCode(`/sign-in?${query}`);
    expect(browser.cookies.has('__Host-session')).toBe(true);
  }
  expect(await votes()).toBe(0);
});

test('codes that the portals of one workspace cause are limited, regardless of who asks for them', async () => {
  const { database } = service.services;
  const count = Array.from({ length: codesForWorkspace.most }, () => 0);
  while (count.length > 0) {
    const some = count.splice(0, 100);
    await Promise.all(some.map(() => consumeAttempt(database, codesForWorkspace, workspace.id, service.now)));
  }
  const link = await voteLink(itemPath());
  expect((await askForCode(createBrowser(service.baseUrl), stranger(), link)).status).toBe(429);
  expect((await askForCode(createBrowser(service.baseUrl), stranger())).status).toBe(200);
});
