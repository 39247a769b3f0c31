import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const service = sharedService();
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;
let [member, guest, stranger]: Browser[] = [];

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal({ visibility: 'private' });
  item = await feedback.item(portal, { title: 'Unheard of', status: 'planned' });
  await feedback.published(portal, { title: 'Not for everyone' });
  const elsewhere = await newWorkspace();
  member = await signedIn(service, workspace, await workspace.person('member'));
  guest = await signedIn(service, workspace, await workspace.person('guest'));
  stranger = await signedIn(service, elsewhere, await elsewhere.person('admin'));
});

const home = () => `/portals/${portal.slug}/feedback`;
const pages = [
  '',
  '?sort=newest',
  '/roadmap',
  '/updates',
  '/updates/not-for-everyone',
  '/new',
  '/items/unheard-of',
];

test('a member sees every page of a private portal, which is kept by no cache and shown in no frame', async () => {
  for (const page of pages) {
    const { status, text, headers } = await member!.open(home() + page);
    expect([page, status, text.includes('This portal is private.')]).toEqual([page, 200, true]);
    // Where it is made public.
    expect(text).toContain(`href="/portals/${portal.slug}/manage/settings#visibility"`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  const json = await member!.request('GET', home(), undefined, { accept: 'application/json' });
  expect(json.status).toBe(404);
});

test('a member votes and comments in the preview', async () => {
  const path = `${home()}/items/${item.slug}`;
  const voted = await member!.submit(await member!.open(path), `${path}/vote`, { vote: 'give' });
  expect([voted.status, voted.text.includes('aria-pressed="true"')]).toEqual([200, true]);
  const said = await member!.submit(voted, `${path}/comments`, { content: 'Tried it.' });
  expect([said.status, said.text.includes('Tried it.')]).toEqual([200, true]);
});

test('everyone else gets the page of an address where nothing is, also right after a member', async () => {
  const browsers = { guest: guest!, stranger: stranger!, anyone: createBrowser(service.baseUrl) };
  for (const [who, browser] of Object.entries(browsers)) {
    for (const page of pages) {
      await member!.open(home() + page);
      const [there, nowhere] = await Promise.all([
        browser.open(home() + page),
        browser.open(`/portals/there-is-none/feedback${page}`),
      ]);
      // The way to sign in leads back to the address, whatever there is.
      const withoutSlug = (text: string, slug: string) => text.replaceAll(slug, 'slug');
      expect([who, page, there.status, withoutSlug(there.text, portal.slug)]).toEqual([
        who,
        page,
        404,
        withoutSlug(nowhere.text, 'there-is-none'),
      ]);
    }
    const path = `${home()}/items/${item.slug}`;
    const sent = await browser.request('POST', `${path}/vote`, { vote: 'give' });
    expect([403, 404, 200]).toContain(sent.status);
    expect(sent.text).not.toContain('Unheard of');
  }
  expect((await feedback.readItem(item)).voteCount).toBeLessThanOrEqual(1);
});

test('a public portal has no mark of a preview', async () => {
  const open = await feedback.portal();
  const { text } = await member!.open(`/portals/${open.slug}/feedback`);
  expect([text.includes('/manage"'), text.includes('This portal is private.')]).toEqual([true, false]);
});

test('a member sees the pictures of a private portal, which no cache keeps, and no one else does', async () => {
  const path = `/portal-images/${(await feedback.image(portal)).id}`;
  const { status, headers } = await member!.open(path);
  const sent = ['content-type', 'cache-control'].map((name) => headers.get(name));
  expect([status, ...sent]).toEqual([200, 'image/png', 'private, no-store']);
  for (const other of [guest!, stranger!, createBrowser(service.baseUrl)]) {
    expect((await other.open(path)).status).toBe(404);
  }
});
