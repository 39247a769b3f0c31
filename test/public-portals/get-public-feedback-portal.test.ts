import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { addVotes } from './votes.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let anyone: Client;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  anyone = createClient(service.baseUrl);
});

const pathOf = ({ slug }: { slug: string }) => `/portals/${slug}/feedback`;

async function give(item: FeedbackItem, votes: number): Promise<void> {
  await addVotes(workspace.database, item, votes);
  await service.streamsIdle();
}

const publicOf = (item: FeedbackItem) => {
  const { portalId: _, authorId: _a, storyIds: _s, hidden: _h, ...rest } = item;
  const { internalTags: _i, officialCommentId: _o, mergedIntoId: _m, addedBy: _b, ...shown } = rest;
  return shown;
};

test('the response has a portal and its items, and nothing of whose it is', async () => {
  const portal = await feedback.portal({ description: 'Tell us.' });
  const item = await feedback.item(portal, { description: '**Please**', roadmapSummary: 'Soon' });
  const image = await feedback.image(portal);
  await feedback.change(feedback.pathOf(portal), portal, { logoImageId: image.id });
  const { status, json, text } = await anyone.get(pathOf(portal));

  expect(status).toBe(200);
  const now = (await admin.client.get(feedback.pathOf(portal))).json.data;
  expect(json.data).toEqual({
    id: portal.id,
    workspaceId: workspace.id,
    name: portal.name,
    slug: portal.slug,
    description: 'Tell us.',
    color: portal.color,
    logoUrl: `${service.baseUrl}/portal-images/${image.id}`,
    boards: portal.boards,
    items: [publicOf(item)],
    itemsHasMore: false,
    itemsNextCursor: null,
    createdAt: portal.createdAt,
    updatedAt: now.updatedAt,
    embedOrigins: [],
    language: 'en',
    websiteUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    host: null,
  });
  expect(text).not.toContain('@');
  const logo = await fetch(json.data.logoUrl);
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(logo.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

describe('the items of a portal', () => {
  let portal: Portal;
  let items: FeedbackItem[];

  beforeAll(async () => {
    portal = await feedback.portal();
    items = [];
    for (let number = 0; number < 7; number++) {
      const status = number % 2 ? 'planned' : 'pending';
      const tags = number < 4 ? ['mobile', `of ${number}`] : [];
      items.push(await feedback.item(portal, { title: `Item ${number}`, status, tags }));
    }
    await give(items[3]!, 5);
    await give(items[1]!, 2);
    await give(items[6]!, 1);
  });

  const idsOf = (found: { id: string }[]) => found.map(({ id }) => items.findIndex((item) => item.id === id));

  async function walk(query: Record<string, string | number>): Promise<number[]> {
    const found: { id: string }[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await anyone.get(pathOf(portal), { ...query, cursor });
      found.push(...json.data.items);
      cursor = json.meta.nextCursor ?? undefined;
      expect(json.meta.hasMore).toBe(cursor !== undefined);
      const { itemsHasMore: hasMore, itemsNextCursor: nextCursor } = json.data;
      expect({ hasMore, nextCursor }).toEqual(json.meta);
    } while (cursor !== undefined);
    return idsOf(found);
  }

  test.each([1, 2, 3, 50])('come by votes or by age, %i on a page', async (limit) => {
    expect(await walk({ limit })).toEqual([3, 1, 6, 5, 4, 2, 0]);
    expect(await walk({ limit, sort: '-createdAt' })).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await walk({ limit, status: 'planned' })).toEqual([3, 1, 5]);
    expect(await walk({ limit, status: 'planned', sort: '-createdAt' })).toEqual([5, 3, 1]);
  });

  test.each([1, 2, 50])('come by a tag, %i on a page', async (limit) => {
    expect(await walk({ limit, tag: 'mobile' })).toEqual([3, 1, 2, 0]);
    expect(await walk({ limit, tag: 'of 0,of 3' })).toEqual([3, 0]);
    expect(await walk({ limit, tag: 'mobile', sort: '-createdAt' })).toEqual([3, 2, 1, 0]);
    expect(await walk({ limit, tag: 'mobile', status: 'planned', sort: '-createdAt' })).toEqual([3, 1]);
    expect(await walk({ limit, tag: 'desktop' })).toEqual([]);
  });

  test('come with their votes', async () => {
    const { json } = await anyone.get(pathOf(portal), { limit: 3 });
    expect(json.data.items.map(({ voteCount }: FeedbackItem) => voteCount)).toEqual([5, 2, 1]);
  });

  test('are refused for an unknown parameter, or a cursor of another request', async () => {
    const { itemsNextCursor: cursor } = (await anyone.get(pathOf(portal), { limit: 2 })).json.data;
    const other = await feedback.portal();
    for (const [path, query] of [
      [pathOf(portal), { limit: 2, cursor, status: 'planned' }],
      [pathOf(other), { limit: 2, cursor }],
      [pathOf(portal), { limit: 2, cursor: `${cursor}x` }],
    ] as const) {
      expectRefusal(await anyone.get(path, query), 400, 'invalid_cursor');
    }
    expect((await anyone.get(pathOf(portal), { limit: 3, cursor })).status).toBe(200);
    for (const [name, value] of [
      ['status', 'done'],
      ['boardId', 'x'],
      ['sort', 'best'],
      ['limit', 101],
      ['utm_source', 'x'],
    ] as const) {
      expectBadFields(await anyone.get(pathOf(portal), { [name]: value }), [`query.${name}`]);
    }
    const page = (query: string) => fetchPortal(service, `${portal.slug}/feedback${query}`, asBrowser);
    const plain = await (await page('')).text();
    // Pages are of one size, so that what they link to goes on where they end.
    for (const query of ['?utm_source=mail', '?limit=2', '?limit=x']) {
      expect(await (await page(query)).text()).toBe(plain);
    }
  });
});

test('a page without items says why', async () => {
  const portal = await feedback.portal();
  const textOf = async (query = '') =>
    await (await fetchPortal(service, `${portal.slug}/feedback${query}`, asBrowser)).text();
  expect(await textOf()).toContain('Be the first');
  expect(await textOf('?status=closed')).toContain('Nothing matches');
  expect(await textOf('?status=closed')).not.toContain('Be the first');
});

describe('the response for caches', () => {
  test('has an ETag of its content, and is a 304 when unchanged', async () => {
    const portal = await feedback.portal();
    const path = `${portal.slug}/feedback`;
    for (const headers of [{}, asBrowser] as Record<string, string>[]) {
      const first = await fetchPortal(service, path, headers);
      // Weak, where the page is compressed.
      const etag = first.headers.get('etag')!.replace(/^W\//, '');
      expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
      expect(first.headers.get('vary')).toBe(
        headers === asBrowser ? 'Accept, Accept-Language, Cookie, Accept-Encoding' : 'Accept',
      );
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await fetchPortal(service, path, { ...headers, 'if-none-match': tag });
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
        expect(again.headers.get('etag')).toBe(etag);
      }
      await feedback.item(portal);
      const changed = await fetchPortal(service, path, { ...headers, 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(etag);
    }
  });

  test('may be read as JSON from any origin, its errors too', async () => {
    const portal = await feedback.portal();
    for (const slug of [portal.slug, randomUUID()]) {
      const { headers } = await fetchPortal(service, `${slug}/feedback`, { origin: 'https://example.com' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0', 'application/json'],
    ['text/*', 'application/json'],
    ['text/html', 'text/html; charset=utf-8'],
    ['TEXT/HTML, */*;q=0.1', 'text/html; charset=utf-8'],
    [asBrowser.accept, 'text/html; charset=utf-8'],
  ])('to Accept: %s has the type %s', async (accept, type) => {
    const portal = await feedback.portal();
    const { headers } = await fetchPortal(service, `${portal.slug}/feedback`, accept ? { accept } : {});
    expect(headers.get('content-type')).toBe(type);
  });
});
