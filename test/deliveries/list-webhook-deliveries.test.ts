import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { listableStatuses, type Delivery } from '../../shared/events/deliveries/delivery.ts';
import type { Webhook } from '../../shared/events/webhooks/webhook.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import { logDelivery } from './delivery-log.ts';

let workspace: TestWorkspace;
let admin: Person;
let colleague: Person;
let api: WebhookApi;
let webhook: Webhook;
/** Newest first. */
let log: Delivery[];
let path: string;

const FAR = '9000-01-01T00:00:00.000Z';
const statuses = ['delivered', 'retrying', 'failed', 'held', 'dropped', 'pending'] as const;

beforeAll(async () => {
  ({ workspace, admin, colleague, api } = await newWebhookWorkspace());
  const other = await api.create();
  webhook = await api.create();
  path = api.deliveriesPath(webhook.id);
  const start = Date.parse('2026-11-01T10:00:00Z');
  log = [];
  for (let n = 0; n < 12; n++) {
    const status = statuses[n % statuses.length]!;
    const waits = status === 'retrying' || status === 'pending';
    const at = new Date(start + n * 1000);
    const fields = { at, status, nextAttemptAt: waits ? FAR : null };
    log.unshift(await logDelivery(workspace.database, webhook, fields));
    await logDelivery(workspace.database, other, fields);
  }
});

const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test.each([1, 5, 12, 100])(
  'pages of %i hold every delivery of the endpoint once, newest first',
  async (limit) => {
    const pages = await readPages(admin.client, path, { limit });
    expect(pages.flat()).toEqual(log);
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
  },
);

test('each delivery is listed as it is read by its id', async () => {
  const [first] = await readAll(admin.client, path);
  expect(first).toEqual(await api.readDelivery(webhook.id, first.id));
});

describe('a list of deliveries by status', () => {
  test.each(listableStatuses)('%s leaves the others out, on every page', async (status) => {
    const found = await readAll(admin.client, path, { status, limit: 1 });
    expect(found).toEqual(log.filter((one) => one.status === status));
    expect(found).toHaveLength(2);
  });

  test.each(['delivered', 'pending', 'lost', ''])('%j is refused', async (status) => {
    expectBadFields(await admin.client.get(path, { status }), ['query.status']);
  });

  test('that no delivery has is empty', async () => {
    const { id } = await api.create();
    await logDelivery(workspace.database, { id, workspaceId: workspace.id });
    const { json } = await admin.client.get(api.deliveriesPath(id), { status: 'failed' });
    expect(json).toEqual({ data: [], meta: { hasMore: false, nextCursor: null } });
  });
});

test('an endpoint that was sent nothing has an empty list', async () => {
  const { id } = await api.create();
  const { status, json } = await admin.client.get(api.deliveriesPath(id));
  expect([status, json]).toEqual([200, { data: [], meta: { hasMore: false, nextCursor: null } }]);
});

test('a cursor can be used again, with another page size too, but not with another endpoint, status or caller', async () => {
  const query = { limit: 2 };
  const cursor: string = (await admin.client.get(path, query)).json.meta.nextCursor;
  for (let time = 0; time < 2; time++) {
    const { json } = await admin.client.get(path, { ...query, cursor });
    expect(ids(json.data)).toEqual(ids(log.slice(2, 4)));
  }
  expect(ids((await admin.client.get(path, { limit: 1, cursor })).json.data)).toEqual(ids(log.slice(2, 3)));
  const elsewhere = api.deliveriesPath((await api.create()).id);
  const refused = [
    await admin.client.get(elsewhere, { ...query, cursor }),
    await admin.client.get(path, { ...query, cursor, status: 'failed' }),
    await colleague.client.get(path, { ...query, cursor }),
  ];
  for (const answer of refused) expectRefusal(answer, 400, 'invalid_cursor');
});

test('another admin sees the list, a member does not, and for another workspace it is a 404', async () => {
  const other = webhookApi(workspace, colleague.client);
  expect(await readAll(colleague.client, other.deliveriesPath(webhook.id))).toEqual(log);
  const member = await workspace.person('member');
  expectRefusal(await member.client.get(path), 403, 'insufficient_role');
  const foreign = await newWebhookWorkspace();
  for (const id of [webhook.id, randomUUID()]) {
    expectRefusal(await foreign.admin.client.get(foreign.api.deliveriesPath(id)), 404, 'not_found');
  }
});
