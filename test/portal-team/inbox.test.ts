import { beforeAll, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person } from '../support/workspace.ts';

const service = sharedService();
let feedback: Feedback;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  browser = await signedIn(service, workspace, await workspace.person('member'));
});

test('counts new ideas on each of its lists, orders them by votes on request, and searches them', async () => {
  const own = await feedback.portal();
  const path = `/portals/${own.slug}/manage`;
  const wanted = await feedback.item(own, { title: 'The wanted one' });
  await admin.client.post(`${feedback.pathOf(own)}/items/${wanted.id}/votes`, {
    name: 'A customer',
    email: `${newKey()}@example.com`,
  });
  await feedback.item(own, { title: 'The newest one' });
  const orderOf = async (query: string) => {
    const { text } = await browser.open(path + query);
    return [...text.matchAll(/<bdi>The (\w+) one</g)].map(([, word]) => word);
  };
  await expect.poll(async () => await orderOf('')).toEqual(['newest', 'wanted']);
  await expect.poll(async () => await orderOf('?sort=votes')).toEqual(['wanted', 'newest']);
  const comments = await browser.open(`${path}?show=comments`);
  expect(comments.text).toMatch(/New ideas <span class="count">2<\/span>/);
  const sorted = await browser.open(`${path}?sort=votes`);
  expect(sorted.text).toContain(`href="${path}?show=all&#38;sort=votes"`);
  expect(sorted.text).toMatch(new RegExp(`role="search" action="${path}"`));
  const done = await browser.submit(sorted, `${path}/items/${wanted.slug}/status`, {
    status: 'planned',
  });
  expect(new URL(done.url).searchParams.get('sort')).toBe('votes');
});

test('a search stays in the inbox, by board too, and a status that is set there leads back to what was found', async () => {
  const own = await feedback.portal();
  const path = `/portals/${own.slug}/manage`;
  const [ideas, bugs] = own.boards.map(({ id }) => id);
  const dark = await feedback.item(own, { title: 'Calendar in the dark', boardId: ideas });
  await feedback.item(own, { title: 'Calendar of bugs', boardId: bugs });
  await feedback.item(own, { title: 'Something else', boardId: ideas });
  const titlesOf = (text: string) =>
    [...text.matchAll(/<h3>\s*<a[^>]*><bdi>([^<]*)</g)].map(([, title]) => title);
  const found = async (query: string) => titlesOf((await browser.open(path + query)).text).sort();
  await expect.poll(() => found('?q=calendar')).toEqual(['Calendar in the dark', 'Calendar of bugs']);
  expect(await found(`?q=calendar&board=${ideas}`)).toEqual(['Calendar in the dark']);
  expect(await found(`?board=${bugs}`)).toEqual(['Calendar of bugs']);
  const page = await browser.open(`${path}?q=calendar&board=${ideas}`);
  const set = await browser.submit(page, `${path}/items/${dark.slug}/status`, { status: 'planned' });
  const query = new URL(set.url).searchParams;
  expect([query.get('q'), query.get('board')]).toEqual(['calendar', ideas]);
  expect(set.text).toContain('None of these ideas fits.');
});

test('a search that is too long is refused as one, rather than cut', async () => {
  const path = `/portals/${(await feedback.portal()).slug}/manage`;
  for (const query of [`?q=${'a'.repeat(500)}`, `?show=all&q=${'long '.repeat(1000)}`]) {
    const { status, text } = await browser.open(path + query);
    expect([status, text]).toEqual([400, expect.stringContaining('Search for fewer words')]);
    expect(text).toMatch(/<h1[^>]*>\s*This search is too long/);
  }
  expect((await browser.open(`${path}?q=${'a'.repeat(200)}`)).status).toBe(200);
});

test('all ideas are filtered by status and tag, also with words and by votes, and a set status leads back to them', async () => {
  const own = await feedback.portal();
  const path = `/portals/${own.slug}/manage`;
  const planned = { status: 'planned', tags: ['mobile'] };
  const first = await feedback.item(own, { title: 'Calendar on phones', ...planned });
  await feedback.item(own, { title: 'Widgets on phones', ...planned });
  await feedback.item(own, { title: 'Calendar for teams', status: 'planned' });
  await feedback.item(own, { title: 'Calendar to swipe', tags: ['mobile'] });
  const titlesOf = (text: string) =>
    [...text.matchAll(/<h3>\s*<a[^>]*><bdi>([^<]*)</g)].map(([, title]) => title).sort();
  const found = async (query: string) => titlesOf((await browser.open(`${path}?show=all&${query}`)).text);
  const onPhones = ['Calendar on phones', 'Widgets on phones'];
  await expect.poll(() => found('status=planned')).toEqual(['Calendar for teams', ...onPhones]);
  await expect.poll(() => found('tag=mobile')).toEqual([onPhones[0], 'Calendar to swipe', onPhones[1]]);
  await expect.poll(() => found('tag=mobile&status=planned&sort=votes')).toEqual(onPhones);
  await expect.poll(() => found('tag=mobile&status=planned&q=calendar')).toEqual([onPhones[0]]);
  const page = await browser.open(`${path}?show=all&status=planned&tag=mobile`);
  expect(page.text).toMatch(/<select id="status" name="status">[^]*?value="planned" selected>/);
  expect(page.text).toMatch(/<input\s+id="tag"[^>]*value="mobile"/);
  expect(page.text).toContain(`href="${path}?show=all&#38;sort=votes&#38;status=planned&#38;tag=mobile"`);
  const set = await browser.submit(page, `${path}/items/${first.slug}/status`, { status: 'completed' });
  const query = new URL(set.url).searchParams;
  expect([query.get('status'), query.get('tag'), titlesOf(set.text)]).toEqual([
    'planned',
    'mobile',
    [onPhones[1]],
  ]);
});

test('a hidden idea is found among the hidden ones, and made public again in its row', async () => {
  const own = await feedback.portal();
  const path = `/portals/${own.slug}/manage`;
  const spam = await feedback.item(own, { title: 'Cheap pills' });
  const hidden = await browser.submit(
    await browser.open(`${path}/items/${spam.slug}`),
    `${path}/items/${spam.slug}/hide`,
  );
  // The page that says so takes it back.
  expect(hidden.text).toMatch(/This idea is hidden[^]*?\/show"[^]*?Make public again[^]*?<details/);
  await expect
    .poll(async () => (await browser.open(`${path}?show=hidden&q=pills`)).text)
    .toContain('Cheap pills');
  expect((await browser.open(`${path}?show=hidden&q=calendar`)).text).not.toContain('Cheap pills');
  const list = await browser.open(`${path}?show=hidden`);
  const shown = await browser.submit(list, `${path}/items/${spam.slug}/show`);
  expect([new URL(shown.url).searchParams.get('show'), shown.text]).toEqual([
    'hidden',
    expect.stringContaining('This idea is public again.'),
  ]);
  expect((await feedback.readItem(spam)).hidden).toBe(false);
});
