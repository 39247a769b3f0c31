import { beforeAll, describe, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { expectBadFields } from '../support/answers.ts';
import { signedIn } from '../support/browser.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { addVotes } from './votes.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let feedback: Feedback;
let anyone: Client;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  anyone = createClient(service.baseUrl);
});

const pathOf = ({ slug }: { slug: string }) => `/portals/${slug}/feedback`;

async function give(item: FeedbackItem, votes: number): Promise<void> {
  await addVotes(workspace.database, item, votes);
  await service.streamsIdle();
}

describe('a finished idea', () => {
  test.each([1, 2, 3, 50])('comes after all others when sorted by votes, %i on a page', async (limit) => {
    const portal = await feedback.portal();
    const statuses = ['completed', 'pending', 'closed', 'in_progress', 'completed', 'planned'];
    const items: FeedbackItem[] = [];
    for (const [number, status] of statuses.entries()) {
      items.push(await feedback.item(portal, { title: `Item ${number}`, status }));
    }
    await give(items[0]!, 3);
    await give(items[2]!, 2);
    await give(items[5]!, 1);
    const walk = async (query: Record<string, string | number>) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { json } = await anyone.get(pathOf(portal), { limit, ...query, cursor });
        found.push(...json.data.items.map(({ id }: FeedbackItem) => id));
        cursor = json.data.itemsNextCursor ?? undefined;
      } while (cursor !== undefined);
      return found.map((id) => items.findIndex((item) => item.id === id));
    };
    expect(await walk({})).toEqual([5, 3, 1, 0, 2, 4]);
    expect(await walk({ status: 'completed' })).toEqual([0, 4]);
    expect(await walk({ status: 'planned' })).toEqual([5]);

    const path = `${feedback.pathOf(portal)}/items/${items[0]!.id}`;
    await feedback.change(path, await feedback.readItem(items[0]!), { status: 'reviewing' });
    expect(await walk({})).toEqual([0, 5, 3, 1, 2, 4]);
  });

  test('moves there by a vote, also from the rank that it had in an earlier release', async () => {
    const portal = await feedback.portal();
    const done = await feedback.item(portal, { title: 'Done', status: 'completed' });
    const open = await feedback.item(portal, { title: 'Open' });
    const former = { inDue: `F#${portal.id}#V`, dueAt: `000000000#${done.id}` };
    await commit(workspace.database, [{ update: { pk: `FI#${done.id}`, sk: '-' }, with: { set: former } }]);
    await give(done, 2);
    const ids = async () =>
      (await anyone.get(pathOf(portal))).json.data.items.map(({ id }: FeedbackItem) => id);
    await expect.poll(ids).toEqual([open.id, done.id]);
  });
});

test('an idea in another script has an address in it, at which all of its pages are', async () => {
  const portal = await feedback.portal();
  const item = await feedback.item(portal, { title: 'ميزة جديدة' });
  expect(item.slug).toBe('ميزة-جديدة');
  const path = `${pathOf(portal)}/items/${encodeURIComponent(item.slug)}`;
  const list = await (await fetchPortal(service, `${portal.slug}/feedback`, asBrowser)).text();
  expect(list).toContain(`href="${path}"`);
  const person = await workspace.person('guest');
  const browser = await signedIn(service, workspace, person);
  const page = await browser.open(path);
  expect(page.text).toContain(`rel="canonical" href="${service.baseUrl}${path}"`);
  const said = await browser.submit(page, `${path}/comments`, { content: 'Yes, please.' });
  expect(said.url).toContain(`${path}?done=commented`);
  expect(said.text).toContain('Your comment is posted.');
  const home = await browser.open(pathOf(portal));
  const voted = await browser.submit(home, `${path}/vote`);
  expect(voted.text).toContain('Your vote is counted.');
  expect(voted.url).toBe(
    `${service.baseUrl}${pathOf(portal)}?voted=${encodeURIComponent(item.slug)}#idea-${encodeURIComponent(item.slug)}`,
  );
  const picture = await fetch(`${service.baseUrl}${path}/social.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('a tag leads to the ideas that have it, and from there to all others', async () => {
  const portal = await feedback.portal();
  await feedback.item(portal, { title: 'Tagged', tags: ['Looks & more'] });
  await feedback.item(portal, { title: 'Other' });
  const open = async (path: string) => (await fetchPortal(service, path, asBrowser)).text();
  const hrefOf = (page: string) => /<a\s+class="tag"\s+href="\/portals\/([^"]+)"/.exec(page)?.[1];
  const all = await open(`${portal.slug}/feedback`);
  const tagged = await open(hrefOf(all)!);
  expect(tagged).toContain('Tagged');
  expect(tagged).not.toContain('Other');
  expect(tagged).toContain('<input type="hidden" name="tag" value="Looks &#38; more" />');
  expect(tagged).toContain('aria-label="Show ideas without the tag Looks &#38; more too"');
  expect(hrefOf(tagged)).toBe(`${portal.slug}/feedback`);
  const none = await open(`${portal.slug}/feedback?tag=none`);
  expect(none).toContain('Nothing matches');
});

test('a page accepts the names of its badges for statuses; JSON only those of the API', async () => {
  const portal = await feedback.portal();
  await feedback.item(portal, { title: 'Shipped', status: 'completed' });
  await feedback.item(portal, { title: 'Wanted', status: 'reviewing' });
  for (const [status, shown, hidden] of [
    ['done', 'Shipped', 'Wanted'],
    ['Done', 'Shipped', 'Wanted'],
    ['completed', 'Shipped', 'Wanted'],
    ['Under%20review', 'Wanted', 'Shipped'],
    ['under-review', 'Wanted', 'Shipped'],
  ]) {
    const page = await fetchPortal(service, `${portal.slug}/feedback?status=${status}`, asBrowser);
    expect(page.status, status).toBe(200);
    const text = await page.text();
    expect(text).toContain(shown);
    expect(text).not.toContain(hidden);
    // Search engines know the list without filters only.
    expect(text).toContain(`rel="canonical" href="${service.baseUrl}${pathOf(portal)}"`);
  }
  expectBadFields(await anyone.get(pathOf(portal), { status: 'done' }), ['query.status']);
  const unknown = await fetchPortal(service, `${portal.slug}/feedback?status=nope`, asBrowser);
  expect(unknown.status).toBe(400);
});
