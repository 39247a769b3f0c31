import { beforeAll, expect, test } from 'vitest';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let slug: string;

/** A portal with more items and updates than a page shows, each as long as it can be. */
beforeAll(async () => {
  ({ service, proxy } = await workerService());
  const workspace = await newWorkspace(service);
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const long = { description: 'x'.repeat(4_000), status: 'planned' };
  const items = [];
  for (let number = 0; number < 60; number++) items.push(await feedback.item(portal, long));
  for (let number = 0; number < 3; number++) {
    const linkedItemIds = items.slice(number * 10, number * 10 + 10).map(({ id }) => id);
    await feedback.published(portal, { body: 'x'.repeat(8_000), linkedItemIds });
  }
  slug = portal.slug;
});

/** What one request costs: round trips in sequence, and read units; nothing is ever written. */
async function costOf(path: string, headers: Record<string, string> = {}) {
  proxy.reset();
  proxy.quietMs = 100;
  const { status } = await fetchPortal(service, `${slug}/feedback${path}`, headers);
  proxy.quietMs = 0;
  expect(status).toBe(200);
  const sum = (of: 'readUnits' | 'writeUnits') => proxy.calls.reduce((total, call) => total + call[of], 0);
  expect(sum('writeUnits')).toBe(0);
  return { trips: proxy.roundTrips(), calls: proxy.calls.length, readUnits: sum('readUnits') };
}

/** What it costs a sandbox that has served the portal before: each worker of the pool is one. */
async function warmCostOf(path: string, headers: Record<string, string> = {}) {
  const costs = [];
  for (let time = 0; time < 8; time++) costs.push(await costOf(path, headers));
  return costs.reduce((one, other) => (other.trips < one.trips ? other : one));
}

test.each([
  ['the JSON of the most voted', {}, '', 15],
  ['the JSON of some of them', {}, '?limit=10', 15],
  ['the page of the most voted', asBrowser, '', 15],
])('%s takes one trip and at most two calls', async (_, headers, path, units) => {
  await service.streamsIdle();
  const { trips, calls, readUnits } = await warmCostOf(path, headers);
  expect(trips).toBe(1);
  expect(calls).toBeLessThanOrEqual(2);
  expect(readUnits).toBeLessThanOrEqual(units);
});

test.each([
  ['the page of an idea', 2, '/items/dark-mode', asBrowser],
  ['the JSON of an update', 2, '/updates/dark-mode-is-here', {}],
  ['the page of an update', 2, '/updates/dark-mode-is-here', asBrowser],
  ['the JSON of the newest', 3, '?sort=-createdAt', {}],
  ['the JSON of what is planned', 3, '?status=planned', {}],
  ['the page of the newest', 3, '?sort=newest', asBrowser],
  ['the JSON of the updates', 4, '/updates', {}],
  ['the page of the updates', 4, '/updates', asBrowser],
  ['the feed of the updates', 4, '/updates.atom', {}],
  ['the page of the roadmap', 5, '/roadmap', asBrowser],
])('%s takes one trip and at most %i calls', async (_, callsMost, path, headers) => {
  const { trips, calls } = await warmCostOf(path, headers);
  expect(trips).toBe(1);
  expect(calls).toBeLessThanOrEqual(callsMost);
});

test('an idea that is hidden takes as many trips as one that never was', async () => {
  const workspace = await newWorkspace(service);
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal, { title: 'Hidden later' });
  const tripsOf = async (itemSlug: string, status: number) => {
    proxy.reset();
    proxy.quietMs = 100;
    const answer = await fetchPortal(service, `${portal.slug}/feedback/items/${itemSlug}`, asBrowser);
    proxy.quietMs = 0;
    expect(answer.status).toBe(status);
    return proxy.roundTrips();
  };
  const often = async (itemSlug: string, status: number) => {
    const trips = [];
    for (let time = 0; time < 8; time++) trips.push(await tripsOf(itemSlug, status));
    return trips;
  };
  expect((await often(item.slug, 200)).at(-1)).toBe(1);
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
  // The page that says so reads the portal for its colors.
  expect((await often(item.slug, 404)).at(-1)).toBe(2);
  expect((await often('never-was', 404)).at(-1)).toBe(2);
});

test.each([
  ['', 3, 60],
  ['?sort=-createdAt', 3, 70],
  ['?status=planned', 3, 60],
  ['?limit=10', 3, 15],
  ['/updates', 4, 45],
])('the JSON at %j takes %i trips and at most %i read units', async (path, trips, units) => {
  const cost = await costOf(path);
  expect(cost.trips).toBeLessThanOrEqual(trips);
  expect(cost.readUnits).toBeLessThanOrEqual(units);
});

test('a search takes as many trips as the page, once a sandbox has read what can be found', async () => {
  // The demo of the build: each worker holds a model of its own.
  const { trips, readUnits } = await warmCostOf('?q=dark+mode', asBrowser);
  expect(trips).toBeLessThanOrEqual(3);
  expect(readUnits).toBeLessThanOrEqual(60);
});

test.each([
  ['', 3, 60],
  ['/roadmap', 3, 30],
  ['/updates', 4, 50],
  ['/updates/dark-mode-is-here', 4, 20],
  ['/items/dark-mode', 4, 10],
])('the page at %j takes %i trips and at most %i read units', async (path, trips, units) => {
  const cost = await costOf(path, asBrowser);
  expect(cost.trips).toBeLessThanOrEqual(trips);
  expect(cost.readUnits).toBeLessThanOrEqual(units);
});
