import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields } from '../support/answers.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;
let anyone: Client;
let browser: Browser;
let items: FeedbackItem[];

const home = () => `/portals/${portal.slug}/feedback`;
const pathOf = (item: FeedbackItem) => `${home()}/items/${item.slug}`;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  anyone = createClient(sharedService().baseUrl);
  const elsewhere = await newWorkspace();
  browser = await signedIn(sharedService(), elsewhere, await elsewhere.person('guest'));
  const boardId = portal.boards[1]!.id;
  const wished = [
    { title: 'Dark theme for tablets', description: 'My eyes hurt at night.', tags: ['Looks & more'] },
    { title: 'Exports crash', description: 'With 10,000 rows. Ask ada@zyzzyva.example.', boardId },
    { title: 'Exporting a calendar', status: 'completed', roadmapSummary: 'As an iCal file.' },
    { title: 'A secret export' },
  ];
  items = [];
  for (const fields of wished) items.push(await feedback.item(portal, fields));
  await until(async () => (await titles({ q: 'export' })).length === 3);
  items[3] = await feedback.change(`${feedback.pathOf(portal)}/items/${items[3]!.id}`, items[3]!, {
    hidden: true,
  });
});

async function titles(query: Record<string, string | number>): Promise<string[]> {
  const { json, text, status } = await anyone.get(home(), query);
  if (status !== 200) throw new Error(`It answered ${status}: ${text}`);
  return json.data.items.map(({ title }: FeedbackItem) => title);
}

const suggest = async (title: string) => {
  const form = await browser.open(`${home()}/new`);
  return browser.submit(form, `${home()}/new`, {
    title,
    description: 'Line 1\r\nLine "2"',
    boardId: portal.boards[0]!.id,
  });
};

describe('a search of a portal', () => {
  test('finds words, their inflections and beginnings, in titles, descriptions and notes of the roadmap', async () => {
    expect(await titles({ q: 'nights' })).toEqual(['Dark theme for tablets']);
    expect((await titles({ q: 'EXPORT' })).sort()).toEqual(['Exporting a calendar', 'Exports crash']);
    expect(await titles({ q: 'crash expo' })).toEqual(['Exports crash']);
    expect(await titles({ q: 'ical' })).toEqual(['Exporting a calendar']);
    expect(await titles({ q: 'export -crash' })).toEqual(['Exporting a calendar']);
    expect(await titles({ q: 'nothing-like-it' })).toEqual([]);
    expect(await titles({ q: ' ' })).toHaveLength(3);
  });

  test('finds what means the same, but nothing that merely has a word that is spelled alike', async () => {
    expect(await titles({ q: 'night mode' })).toEqual(['Dark theme for tablets']);
    expect(await titles({ q: 'tablits teme' })).toEqual(['Dark theme for tablets']);
    expect(await titles({ q: 'cash register' })).toEqual([]);
  });

  test('finds nothing of another portal of the workspace, also what is written while it is searched', async () => {
    const other = await feedback.portal({ visibility: 'private' });
    expect(await titles({ q: 'zeppelin' })).toEqual([]);
    // More than a suggestion is shown, and all of them better.
    for (const seats of [1, 2, 3, 4, 5]) await feedback.item(other, { title: `Zeppelin seats ${seats}` });
    const own = await feedback.item(portal, { title: 'Seats in a zeppelin' });
    await until(async () => (await titles({ q: 'zeppelin' })).length > 0);
    expect(await titles({ q: 'zeppelin' })).toEqual([own.title]);
    const { text } = await suggest('Zeppelin seats');
    expect(text).toContain('Seats in a zeppelin');
    expect(text).not.toContain('Zeppelin seats 1');
  });

  test('that finds nothing repeats its words, and brings them to the form for an idea', async () => {
    const { text } = await browser.open(`${home()}?q=${encodeURIComponent('Read <aloud>')}`);
    expect(text).toContain('No ideas match “Read &#60;aloud&#62;”');
    expect(text).not.toContain('Best matches first');
    expect(text).toContain('>Suggest “Read &#60;aloud&#62;”</a>');
    const [, form = ''] = /<a class="button" href="([^"]*)"/.exec(text)!;
    expect((await browser.open(form)).text).toMatch(/name="title"[^>]*value="Read &#60;aloud&#62;"/);
  });

  test('stays within a board, a status and a tag', async () => {
    expect(await titles({ q: 'dark', tag: 'Looks & more' })).toEqual(['Dark theme for tablets']);
    expect(await titles({ q: 'export', tag: 'Looks & more' })).toEqual([]);
    expect(await titles({ q: 'export', status: 'completed' })).toEqual(['Exporting a calendar']);
    expect(await titles({ q: 'export', boardId: portal.boards[1]!.id })).toEqual(['Exports crash']);
    expect(await titles({ q: 'dark', boardId: portal.boards[1]!.id })).toEqual([]);
    expectBadFields(await anyone.get(home(), { q: 'export', sort: '-createdAt' }), ['query.sort']);
  });

  test('shows no hidden item, and no email address', async () => {
    expect(await titles({ q: 'secret' })).toEqual([]);
    for (const q of ['ada@zyzzyva.example', 'zyzzyva', 'ada']) expect(await titles({ q })).toEqual([]);
  });

  test('goes on by its cursor', async () => {
    const { json } = await anyone.get(home(), { q: 'export', limit: 1 });
    expect([json.data.items.length, json.meta.hasMore]).toEqual([1, true]);
    const cursor = json.meta.nextCursor as string;
    const restNow = () => anyone.get(home(), { q: 'export', limit: 1, cursor });
    // The hidden item is left out at once, and no longer counts as more when the index has followed.
    await until(async () => !(await restNow()).json.meta.hasMore);
    const rest = await restNow();
    expect(rest.json.meta).toEqual({ hasMore: false, nextCursor: null });
    const [first, second] = [json, rest.json].map(({ data }) => data.items[0].title as string);
    expect([first, second].sort()).toEqual(['Exporting a calendar', 'Exports crash']);
    expect((await anyone.get(home(), { q: 'dark', limit: 1, cursor })).status).toBe(400);
  });

  test('has an order of its own, also where a link to a sorted list is searched', async () => {
    const { status, text } = await browser.open(`${home()}?q=crash&sort=newest`);
    expect(status).toBe(200);
    expect(text).toContain('Exports crash');
    expect(text).not.toContain('Dark theme');
  });

  test('that is too long is refused as one, and a filter that there is not as another', async () => {
    const open = (query: string) =>
      fetch(`${sharedService().baseUrl}${home()}?${query}`, { headers: { accept: 'text/html' } });
    const long = await open(`q=${'long '.repeat(100)}`);
    expect([long.status, await long.text()]).toEqual([
      400,
      expect.stringContaining('This search is too long'),
    ]);
    // Cells of a sheet are pasted with tabs.
    for (const pasted of ['exports%09crash', 'exports%0D%0Acrash'])
      expect((await open(`q=${pasted}`)).status).toBe(200);
    const unknown = await open('status=nonsense');
    expect([unknown.status, await unknown.text()]).toEqual([
      400,
      expect.stringContaining('know that filter'),
    ]);
  });

  test('is a form on the page, which keeps the filter', async () => {
    const page = await (
      await fetchPortal(sharedService(), `${portal.slug}/feedback?status=done`, asBrowser)
    ).text();
    expect(page).toMatch(/<form[^>]* role="search" action="[^"]*\/feedback">/);
    expect(page).toContain('<input type="hidden" name="status" value="completed" />');
    const found = await fetchPortal(
      sharedService(),
      `${portal.slug}/feedback?q=%3Cexport%3E+crash`,
      asBrowser,
    );
    const text = await found.text();
    expect([found.status, found.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('public'),
    ]);
    expect(text).toContain('value="&#60;export&#62; crash"');
    expect(text).toContain('Exports crash');
    expect(text).not.toContain('Dark theme');
    const empty = await fetchPortal(sharedService(), `${portal.slug}/feedback?q=`, asBrowser);
    expect(await empty.text()).toContain('Dark theme');
    const nothing = await fetchPortal(sharedService(), `${portal.slug}/feedback?q=xyzzy`, asBrowser);
    expect(await nothing.text()).toContain('No ideas match “xyzzy”');
  });
});

describe('a suggestion', () => {
  test('is shown similar ideas first, and sent if it is none of them', async () => {
    const shown = await suggest('Please add a dark theme');
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Is it one of these?')]);
    expect(shown.text).toContain(pathOf(items[0]!));
    expect(shown.text).not.toContain('Exports crash');
    const changed = await browser.submit(shown, `${home()}/new`, { after: 'edit' });
    expect(changed.text).toMatch(/value="Please add a dark theme"[^]*Line 1\r?\nLine &#34;2&#34;<\/textarea/);
    const sent = await browser.submit(shown, `${home()}/new`, { after: 'send' });
    expect(new URL(sent.url).pathname).toBe(`${home()}/items/please-add-a-dark-theme`);
    const page = (await anyone.get(home(), { sort: '-createdAt', limit: 1 })).json.data.items;
    expect(page).toEqual([
      expect.objectContaining({ title: 'Please add a dark theme', description: 'Line 1\nLine "2"' }),
    ]);
    const again = await browser.submit(shown, `${home()}/new`, { after: 'send' });
    expect(again.url).toBe(sent.url);
  });

  test('in a sentence with a typing error is told of its twin', async () => {
    const shown = await suggest('Export both my calender weekly');
    expect(shown.text).toContain('Is it one of these?');
    expect(shown.text).toContain(pathOf(items[2]!));
  });

  test('can become a vote for one of them', async () => {
    const shown = await suggest('The calendar export');
    const voted = await browser.submit(shown, `${pathOf(items[2]!)}/vote`, { vote: 'give' });
    expect(new URL(voted.url).pathname).toBe(pathOf(items[2]!));
    expect(voted.text).toContain('aria-pressed="true"');
  });

  test('without a similar idea is sent at once', async () => {
    const shown = await suggest('The unicorns of my team');
    expect(new URL(shown.url).pathname).toBe(`${home()}/items/the-unicorns-of-my-team`);
    const secret = await suggest('A secret handshake');
    expect(new URL(secret.url).pathname).toBe(`${home()}/items/a-secret-handshake`);
  });
});
