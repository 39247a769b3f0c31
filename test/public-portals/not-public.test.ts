import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { filledFields, signedIn, type Browser } from '../support/browser.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let browser: Browser;
let csrfToken: string;
/** Slugs of portals by why nobody sees them. */
let slugs: Record<'unknown' | 'private' | 'former of a private one' | 'deleted', string>;
/** A public portal with something on it that nobody sees. */
let open: string;
let hidden: Record<'hidden item' | 'draft', string>;
let images: Record<'unknown' | 'deleted' | 'of a private portal', string>;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  const workspace = await newWorkspace(service);
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const secret = await feedback.portal({ visibility: 'public' });
  const logo = await feedback.image(secret);
  for (let number = 0; number < 5; number++) await feedback.item(secret, { title: `Secret ${number}` });
  await feedback.published(secret, { title: 'Secret', body: 'x'.repeat(4_000) });
  const renamed = await feedback.change(feedback.pathOf(secret), secret, { slug: randomUUID() });
  await feedback.change(feedback.pathOf(secret), renamed, { visibility: 'private' });
  const gone = await feedback.portal();
  await client.delete(feedback.pathOf(gone));
  slugs = {
    unknown: randomUUID(),
    private: renamed.slug,
    'former of a private one': secret.slug,
    deleted: gone.slug,
  };
  const portal = await feedback.portal();
  const item = await feedback.item(portal, { title: 'Hidden' });
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
  const draft = await feedback.update(portal, { title: 'Draft' });
  open = portal.slug;
  hidden = { 'hidden item': `/items/${item.slug}`, draft: `/updates/${draft.slug}` };
  const image = await feedback.image(portal);
  await client.delete(`${feedback.pathOf(portal)}/images/${image.id}`);
  images = { unknown: randomUUID(), deleted: image.id, 'of a private portal': logo.id };
  browser = await signedIn(service, workspace, await workspace.person('guest'));
  const form = await browser.open(`/portals/${open}/feedback/new`);
  csrfToken = filledFields(form.text)['form_token']!;
});

/** The status of an answer, and all that was asked of the database for it, in whatever order. */
async function workFor(request: () => Promise<{ status: number }>) {
  proxy.reset();
  const { status } = await request();
  const calls = proxy.calls.map(({ operation, body }) => {
    const batches = Object.values<{ Keys: unknown[] }>(body.RequestItems ?? {});
    return [operation, ...batches.map(({ Keys }) => Keys.length)].join(' ');
  });
  return { status, calls: calls.sort() };
}

const reads: [string, string, Record<string, string>][] = [
  ['the JSON of a portal', '', {}],
  ['a filtered JSON', '?status=planned&sort=-createdAt', {}],
  ['the JSON of updates', '/updates', {}],
  ['the JSON of an update', '/updates/secret', {}],
  ['the page of a portal', '', asBrowser],
  ['the roadmap', '/roadmap', asBrowser],
  ['the changelog', '/updates', asBrowser],
  ['the page of an update', '/updates/secret', asBrowser],
  ['the feed', '/updates.atom', asBrowser],
  ['the page of an item', '/items/secret-1', asBrowser],
  ['the form', '/new', asBrowser],
];

describe.each(reads)('a request for %s costs the database the same', (_, path, headers) => {
  test('regardless of the reason that the public does not see it', async () => {
    const unknown = await workFor(() => fetchPortal(service, `${slugs.unknown}/feedback${path}`, headers));
    expect(unknown.status).toBe(404);
    for (const [reason, slug] of Object.entries(slugs)) {
      const work = await workFor(() => fetchPortal(service, `${slug}/feedback${path}`, headers));
      expect(work, reason).toEqual(unknown);
    }
  });
});

test.each([
  ['/new', { title: 'An idea', boardId: randomUUID() }],
  ['/items/secret-1/vote', { vote: 'give' }],
  ['/items/secret-1/comments', { content: 'Yes' }],
])('data sent to %s costs the database the same, regardless of the reason', async (path, fields) => {
  const send = (slug: string) =>
    workFor(() =>
      browser.request('POST', `/portals/${slug}/feedback${path}`, { ...fields, form_token: csrfToken }),
    );
  const unknown = await send(slugs.unknown);
  expect(unknown.status).toBe(404);
  for (const [reason, slug] of Object.entries(slugs)) expect(await send(slug), reason).toEqual(unknown);
});

test.each([asBrowser, {}])(
  'a hidden item on a public portal costs what an unknown one costs, %j',
  async (headers) => {
    // A sandbox that has not served the portal yet reads it in one more round trip.
    await fetchPortal(service, `${open}/feedback`, headers);
    for (const [reason, path] of Object.entries(hidden)) {
      const at = (where: string) => workFor(() => fetchPortal(service, `${open}/feedback${where}`, headers));
      const unknown = await at(path.replace(/[^/]+$/, 'unknown'));
      expect(unknown.status).toBe(404);
      expect(await at(path), reason).toEqual(unknown);
    }
  },
);

test('an image that the public may not see costs what an unknown one costs', async () => {
  const at = (id: string) => workFor(() => fetch(`${service.baseUrl}/portal-images/${id}`));
  // The first image that a sandbox is asked for takes one more read.
  await at(images.unknown);
  const never = await at(images.unknown);
  expect(never.status).toBe(404);
  for (const [reason, id] of Object.entries(images)) expect(await at(id), reason).toEqual(never);
});

test('a portal is found under all of its slugs as soon as it is public, and under none while it is not', async () => {
  const workspace = await newWorkspace(service);
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const first = await feedback.portal({ visibility: 'private' });
  const second = await feedback.change(feedback.pathOf(first), first, { slug: randomUUID() });
  const statuses = async () => {
    const answers = [second, first].map(({ slug }) => fetchPortal(service, `${slug}/feedback`));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([404, 404]);
  const open = await feedback.change(feedback.pathOf(first), second, { visibility: 'public' });
  expect(await statuses()).toEqual([200, 302]);
  await feedback.change(feedback.pathOf(first), open, { visibility: 'private' });
  expect(await statuses()).toEqual([404, 404]);
});

test('an item that has been served often is gone at once when it or its portal is', async () => {
  const workspace = await newWorkspace(service);
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal();
  const [idea, other] = [await feedback.item(portal), await feedback.item(portal, { title: 'Another' })];
  const news = await feedback.published(portal, { linkedItemIds: [other.id] });
  const texts = async (path: string, headers: Record<string, string>) => {
    const answers = [];
    // Each sandbox of the pool answers some of them.
    for (let time = 0; time < 8; time++) {
      const answer = await fetchPortal(service, `${portal.slug}/feedback${path}`, headers);
      answers.push(answer.status === 200 ? await answer.text() : answer.status);
    }
    return answers;
  };
  const served: [string, Record<string, string>][] = [
    [`/items/${other.slug}`, asBrowser],
    [`/updates/${news.slug}`, {}],
    [`/updates/${news.slug}`, asBrowser],
    ['/updates', {}],
    ['/updates.atom', {}],
    ['?sort=-createdAt', {}],
  ];
  const everywhere = async () =>
    (await Promise.all(served.map(([path, headers]) => texts(path, headers)))).flat();
  expect(await everywhere()).not.toContain(404);
  await texts(`/items/${idea.slug}`, asBrowser);
  await client.delete(`${feedback.pathOf(portal)}/items/${idea.id}`);
  expect(new Set(await texts(`/items/${idea.slug}`, asBrowser))).toEqual(new Set([404]));
  await feedback.change(`${feedback.pathOf(portal)}/items/${other.id}`, other, { hidden: true });
  for (const answer of await texts(`/updates/${news.slug}`, {})) expect(answer).not.toContain('Another');
  await feedback.change(feedback.pathOf(portal), portal, { visibility: 'private' });
  expect(new Set(await everywhere())).toEqual(new Set([404]));
});
