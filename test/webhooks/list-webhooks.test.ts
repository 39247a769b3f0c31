import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Webhook } from '../../shared/events/webhooks/webhook.ts';
import { recordFailure } from '../../shared/events/webhooks/webhook-store.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, webhookApi, type WebhookApi } from './webhook-api.ts';

let workspace: TestWorkspace;
let admin: Person;
let colleague: Person;
let api: WebhookApi;
/** Newest first. */
let webhooks: Webhook[];

beforeAll(async () => {
  ({ workspace, admin, colleague, api } = await newWebhookWorkspace());
  const apis = [api, webhookApi(workspace, colleague.client)];
  webhooks = [];
  for (let made = 0; made < 9; made++)
    webhooks.unshift(await apis[made % 2]!.create({ name: `No. ${made}` }));
});

const ids = (list: { id: string }[]) => list.map(({ id }) => id);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1);

test.each([1, 4, 9, 100])(
  'pages of %i hold every endpoint once, also those of other admins',
  async (limit) => {
    const pages = await readPages(admin.client, api.root, { limit });
    expect(pages.flat()).toEqual(webhooks.toSorted(byId));
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
  },
);

test('each endpoint is listed as it is read by its id', async () => {
  const [first, second] = webhooks as [Webhook, Webhook];
  const health = { consecutiveFailures: 0, lastSuccessAt: null, failingSince: null };
  await commit(workspace.database, [
    recordFailure(first.id, new Date('2026-11-01T10:00:00Z'), health, () => new Error('It is gone.')),
  ]);
  const disabled = (await api.disable(second.id)).json.data;
  const listed = await readAll(admin.client, api.root);
  expect(listed).toContainEqual({ ...first, consecutiveFailures: 1 });
  expect(listed).toContainEqual(disabled);
  expect(listed).toContainEqual(await api.read(first.id));
  expect(JSON.stringify(listed)).not.toContain('ecrets');
  await api.enable(second.id);
  webhooks = await Promise.all(webhooks.map(({ id }) => api.read(id)));
});

test('a workspace without endpoints has an empty list', async () => {
  const { admin: other, api: empty } = await newWebhookWorkspace();
  const { status, json } = await other.client.get(empty.root);
  expect([status, json]).toEqual([200, { data: [], meta: { hasMore: false, nextCursor: null } }]);
});

test('a cursor can be used again, with another page size too, but not by another caller', async () => {
  const cursor: string = (await api.list({ limit: 2 })).json.meta.nextCursor;
  const pages = [await api.list({ limit: 2, cursor }), await api.list({ limit: 2, cursor })];
  for (const { json } of pages) expect(ids(json.data)).toEqual(ids(webhooks.toSorted(byId).slice(2, 4)));
  expect(ids((await api.list({ limit: 1, cursor })).json.data)).toEqual(
    ids(webhooks.toSorted(byId).slice(2, 3)),
  );
  const other = webhookApi(workspace, colleague.client);
  expectRefusal(await other.list({ limit: 2, cursor }), 400, 'invalid_cursor');
});

test.each([
  [{ limit: 0 }, 'query.limit'],
  [{ limit: 101 }, 'query.limit'],
  [{ status: 'active' }, 'query.status'],
])('the query %j is refused', async (query, path) => {
  expectBadFields(await api.list(query), [path]);
});
