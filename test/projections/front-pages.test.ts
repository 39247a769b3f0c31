import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { FRONT_PAGE_IDEAS } from '../../shared/feedback/items/front-page.ts';
import { signedIn } from '../support/browser.ts';
import { isWrite, startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { fetchPortal } from '../support/portal-pages.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** The first page of a portal while the projector that composes it works, is held up, or is watched. */
let service: OwnService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let feedback: Feedback;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  workspace = await newWorkspace(service);
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});
beforeEach(async () => {
  proxy.reset();
  await service.streamsIdle();
});

/** From now on, nothing that changes reaches a front page. */
const holdUpProjector = () => {
  proxy.fault = () => 'throttle';
};

const read = async ({ slug }: Pick<Portal, 'slug'>, query = '') => {
  const answer = await fetchPortal(service, `${slug}/feedback${query}`);
  const { data } = (answer.status === 302 ? { data: null } : await answer.json()) as {
    data: { name: string; items: { id: string; title: string; voteCount: number }[] } | null;
  };
  return {
    status: answer.status,
    name: data?.name,
    items: data?.items ?? [],
    location: answer.headers.get('location'),
  };
};

const titles = async (portal: Pick<Portal, 'slug'>) => (await read(portal)).items.map(({ title }) => title);

test('hidden, deleted, changed and new ideas appear so at once, whatever has been composed', async () => {
  const portal = await feedback.portal();
  const ideas = [];
  for (const title of ['Hidden', 'Deleted', 'Before', 'Merged', 'Stays'])
    ideas.push(await feedback.item(portal, { title }));
  await service.streamsIdle();
  expect(await titles(portal)).toHaveLength(5);
  holdUpProjector();
  const [hidden, deleted, before, merged, stays] = ideas;
  const { client } = await workspace.person('admin');
  const at = (item: { id: string }) => `${feedback.pathOf(portal)}/items/${item.id}`;
  await feedback.change(at(hidden!), hidden!, { hidden: true });
  expect(await titles(portal)).not.toContain('Hidden');
  await client.delete(at(deleted!));
  expect(await titles(portal)).not.toContain('Deleted');
  await feedback.change(at(before!), before!, { title: 'After' });
  expect(await titles(portal)).toContain('After');
  await client.post(`${at(merged!)}/merge`, { intoItemId: stays!.id });
  await feedback.item(portal, { title: 'New' });
  expect((await titles(portal)).toSorted()).toEqual(['After', 'New', 'Stays']);
});

test('a portal that is renamed, private or deleted is so at once', async () => {
  const portal = await feedback.portal();
  await feedback.item(portal);
  await service.streamsIdle();
  expect((await read(portal)).items).toHaveLength(1);
  holdUpProjector();
  const path = feedback.pathOf(portal);
  const slug = `${portal.slug}-new`;
  const renamed = await feedback.change(path, portal, { slug, name: 'Another name' });
  expect(await read(portal)).toMatchObject({ status: 302, location: `/portals/${slug}/feedback` });
  expect(await read(renamed)).toMatchObject({ status: 200, name: 'Another name' });
  const hidden = await feedback.change(path, renamed, { visibility: 'private' });
  expect((await read(hidden)).status).toBe(404);
});

test('a voter sees their vote at once, and everyone else when it has been counted', async () => {
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const elsewhere = await newWorkspace(service);
  const browser = await signedIn(service, elsewhere, await elsewhere.person('guest'));
  const home = `/portals/${portal.slug}/feedback`;
  const page = await browser.open(home);
  await service.streamsIdle();
  holdUpProjector();
  const voted = await browser.submit(page, `${home}/items/${item.slug}/vote`, { vote: 'give' });
  expect(new URL(voted.url).pathname).toBe(home);
  expect(voted.text).toMatch(/aria-pressed="true"[^>]*1 vote"/);
  proxy.fault = undefined;
  await service.streamsIdle();
  expect((await read(portal)).items).toMatchObject([{ id: item.id, voteCount: 1 }]);
});

test('a vote rewrites the counts and no idea, however long the ideas are', async () => {
  const portal = await feedback.portal();
  const items = [];
  for (let number = 0; number < FRONT_PAGE_IDEAS + 5; number++)
    items.push(await feedback.item(portal, { description: `${number} ${'x'.repeat(2_000)}` }));
  await service.streamsIdle();
  proxy.reset();
  const customer = { email: 'customer@example.com', name: 'A customer' };
  const { client } = await workspace.person('admin');
  const [first] = (await read(portal)).items;
  await client.post(`${feedback.pathOf(portal)}/items/${first!.id}/votes`, customer);
  await service.streamsIdle();
  const written = proxy.calls.filter(
    ({ operation, body }) => isWrite(operation) && JSON.stringify(body).includes('"#FRONT'),
  );
  expect(written.map(({ operation }) => operation)).toEqual(['PutItem']);
  expect(written[0]!.writeUnits).toBeLessThanOrEqual(4);
  expect((await read(portal)).items[0]).toMatchObject({ id: first!.id, voteCount: 1 });

  // An idea of the next page rises to the first.
  const shown = (await read(portal)).items.map(({ id }) => id);
  const other = items.find(({ id }) => !shown.includes(id))!;
  await client.post(`${feedback.pathOf(portal)}/items/${other.id}/votes`, customer);
  await client.post(`${feedback.pathOf(portal)}/items/${other.id}/votes`, {
    ...customer,
    email: 'b@example.com',
  });
  await service.streamsIdle();
  expect((await read(portal)).items[0]).toMatchObject({ id: other.id, voteCount: 2 });
});

test('ideas too long to compose are shown all the same', async () => {
  const portal = await feedback.portal();
  const description = () => randomBytes(8_000).toString('hex');
  for (let number = 0; number < 5; number++) await feedback.item(portal, { description: description() });
  await service.streamsIdle();
  const { items } = await read(portal);
  expect(items).toHaveLength(5);
  const { client } = await workspace.person('admin');
  const vote = { email: 'customer@example.com', name: 'A customer' };
  await client.post(`${feedback.pathOf(portal)}/items/${items[4]!.id}/votes`, vote);
  await service.streamsIdle();
  expect((await read(portal)).items[0]).toMatchObject({ id: items[4]!.id, voteCount: 1 });
});

test('the pages after the first go on where it ends', async () => {
  const portal = await feedback.portal();
  for (let number = 0; number < FRONT_PAGE_IDEAS + 5; number++) await feedback.item(portal);
  await service.streamsIdle();
  const seen = new Set<string>();
  for (let query = '?limit=20'; query !== '';) {
    const answer = await fetchPortal(service, `${portal.slug}/feedback${query}`);
    const { data, meta } = (await answer.json()) as {
      data: { items: { id: string }[] };
      meta: { nextCursor: string | null };
    };
    for (const { id } of data.items) seen.add(id);
    query = meta.nextCursor === null ? '' : `?limit=20&cursor=${encodeURIComponent(meta.nextCursor)}`;
  }
  expect(seen.size).toBe(FRONT_PAGE_IDEAS + 5);
});
