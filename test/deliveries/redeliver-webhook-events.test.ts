import { beforeAll, describe, expect, test } from 'vitest';
import type { Delivery, DeliveryStatus } from '../../shared/events/deliveries/delivery.ts';
import { redeliverWebhookEvents } from '../../shared/events/deliveries/redeliver-webhook-events.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { enableWebhook } from '../../shared/events/webhooks/enable-webhook.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { callOperation } from '../webhooks/call-operation.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import { logDelivery } from './delivery-log.ts';
import { arrivals, eventually } from './inbox.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, api } = await newWebhookWorkspace());
});

const minute = (n: number) => new Date(Date.parse('2026-11-01T10:00:00Z') + n * 60_000);
const since = (n: number) => minute(n).toISOString();

/** An endpoint with a delivery of each of these statuses, a minute apart. */
async function newLog(...statuses: DeliveryStatus[]) {
  const webhook = await api.create();
  const log: Delivery[] = [];
  for (const [n, status] of statuses.entries()) {
    const nextAttemptAt = status === 'retrying' ? '9000-01-01T00:00:00.000Z' : null;
    log.push(await logDelivery(workspace.database, webhook, { at: minute(n), status, nextAttemptAt }));
  }
  return { webhook, log };
}

/** How often each delivery has been sent since it was logged. */
const sent = (webhookId: string, log: Delivery[]) =>
  Promise.all(log.map(async ({ id }) => (await api.readDelivery(webhookId, id)).attemptCount));

test('redelivery sends all events since then, also held ones and those that would be tried again later', async () => {
  const { webhook, log } = await newLog('delivered', 'failed', 'delivered', 'held', 'retrying', 'dropped');
  const { status, json } = await api.redeliverSince(webhook.id, { since: since(2) });

  expect([status, json]).toEqual([200, { data: { queued: 4, hasMore: false, nextCursor: null } }]);
  await eventually(() => sent(webhook.id, log)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(await api.readDelivery(webhook.id, log[4]!.id)).toMatchObject({
    status: 'delivered',
    nextAttemptAt: null,
  });
  for (const [n, { eventId }] of log.entries()) {
    expect(await arrivals(eventId)).toHaveLength([0, 0, 1, 1, 1, 1][n]!);
  }
});

test('redelivery leaves queued events as they are', async () => {
  const path = await newPipeline();
  const endpoint = await path.endpoint();
  const queued = { at: minute(0), status: 'pending', nextAttemptAt: '9000-01-01T00:00:00.000Z' } as const;
  const waiting = await logDelivery(path.pipeline.database, endpoint, queued);
  const params = { webhookId: endpoint.id };
  const { data } = await callOperation(path, redeliverWebhookEvents, { params, body: { since: since(0) } });
  expect(data).toMatchObject({ queued: 0 });
  expect(await path.deliveries(endpoint.id)).toEqual([waiting]);
});

test('redelivery sends only deliveries of the requested statuses', async () => {
  const { webhook, log } = await newLog('delivered', 'failed', 'held', 'failed', 'retrying');
  const body = { since: since(0), statuses: ['failed', 'dropped', 'retrying'] };
  const { json } = await api.redeliverSince(webhook.id, body);
  expect(json.data.queued).toBe(3);
  await eventually(() => sent(webhook.id, log)).toEqual([0, 1, 0, 1, 1]);
});

test('redelivery sends only events from before a time', async () => {
  const { webhook, log } = await newLog('failed', 'failed', 'failed');
  const { json } = await api.redeliverSince(webhook.id, { since: since(0), before: since(2) });
  expect(json.data.queued).toBe(2);
  await eventually(() => sent(webhook.id, log)).toEqual([1, 1, 0]);
});

test('redelivery finds nothing where nothing happened since', async () => {
  const { webhook } = await newLog('failed');
  const { json } = await api.redeliverSince(webhook.id, { since: '2026-11-01T11:00:01+01:00' });
  expect(json.data).toEqual({ queued: 0, hasMore: false, nextCursor: null });
});

test('redelivery under the same key sends events once, and a replay says the same', async () => {
  const { webhook, log } = await newLog('failed', 'held');
  const [body, headers] = [{ since: since(0) }, { 'idempotency-key': newKey() }];
  const first = await api.redeliverSince(webhook.id, body, headers);
  await eventually(() => sent(webhook.id, log)).toEqual([1, 1]);
  const replayed = await api.redeliverSince(webhook.id, body, headers);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(replayed.json).toEqual(first.json);
  expect((await api.redeliverSince(webhook.id, { since: since(1) })).json.data.queued).toBe(1);
  const other = await api.redeliverSince(webhook.id, { since: since(1) }, headers);
  expectRefusal(other, 409, 'idempotency_key_reused');
});

test('redelivery takes many events in several calls, each once, newest first', async () => {
  const path = await newPipeline();
  const endpoint = await path.endpoint();
  const log: Delivery[] = [];
  for (let n = 0; n < 550; n += 25) {
    const some = Array.from({ length: 25 }, (_, at) => ({ at: minute(n + at), status: 'held' as const }));
    log.push(...(await Promise.all(some.map((one) => logDelivery(path.pipeline.database, endpoint, one)))));
  }
  const body = { since: minute(10).toISOString() };
  const queued: number[] = [];
  let cursor: string | null | undefined;
  do {
    const params = { webhookId: endpoint.id };
    const sentBody = { ...body, ...(cursor ? { cursor } : {}) };
    const { data } = await callOperation(path, redeliverWebhookEvents, { params, body: sentBody });
    const answer = data as { queued: number; hasMore: boolean; nextCursor: string | null };
    expect(answer.hasMore).toBe(answer.nextCursor !== null);
    expect(answer.queued).toBeLessThanOrEqual(500);
    queued.push(answer.queued);
    cursor = answer.nextCursor;
    const waiting = (await path.deliveries(endpoint.id)).map(({ status }) => status);
    const done = queued.reduce((sum, one) => sum + one, 0);
    expect(waiting.slice(0, done)).toEqual(Array(done).fill('pending'));
  } while (cursor !== null);
  expect(queued.length).toBeGreaterThan(1);
  const after = await path.deliveries(endpoint.id);
  expect(after.filter(({ status }) => status === 'pending')).toHaveLength(540);
  expect(
    after
      .filter(({ status }) => status === 'held')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    log
      .slice(0, 10)
      .map(({ id }) => id)
      .sort(),
  );
});

test('events from while an endpoint was disabled arrive when it is enabled and they are requested', async () => {
  const path = await newPipeline();
  const disabledAt = path.clock.now().toISOString();
  const { id } = await path.endpoint({ status: 'disabled', disabledAt, disabledReason: 'failing' });
  path.clock.advance(1_000);
  await path.dispatch([path.storyCreated(), path.storyCreated()]);
  const params = { webhookId: id };
  const body = { since: disabledAt };
  await expect(callOperation(path, redeliverWebhookEvents, { params, body })).rejects.toMatchObject({
    code: 'conflict',
  });
  await callOperation(path, enableWebhook, { params });
  await path.drain();
  expect(path.received).toEqual([]);
  const { data } = await callOperation(path, redeliverWebhookEvents, { params, body });
  expect(data).toEqual({ queued: 2, hasMore: false, nextCursor: null });
  path.clock.advance(61_000);
  await path.sweep();
  await path.drain();
  expect(path.received).toHaveLength(2);
  expect((await path.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

describe('redelivery from the log', () => {
  const redeliver = async (path: TestPipeline, webhookId: string, body: object) => {
    const { data } = await callOperation(path, redeliverWebhookEvents, { params: { webhookId }, body });
    return data as { queued: number; hasMore: boolean; nextCursor: string | null };
  };
  const arrive = async (path: TestPipeline) => {
    path.clock.advance(61_000);
    await path.sweep();
    await path.drain();
  };

  test('sends a new endpoint what it missed and may see, within the time, each once', async () => {
    const path = await newPipeline();
    await path.dispatch([path.storyCreated(), path.storyCreated({ teamId: newKey() })]);
    path.clock.advance(60_000);
    const began = path.clock.now().toISOString();
    path.clock.advance(1_000);
    await path.dispatch([path.storyCreated(), path.storyCreated(), path.storyCreated()]);
    await path.dispatch([path.storyCreated({ teamId: newKey() })]);
    path.clock.advance(600_000);
    const ended = path.clock.now().toISOString();
    await path.happen();
    const { id } = await path.endpoint({ subscriptions: ['story.*'] });
    path.clock.advance(1_000);
    const range = { since: began, before: ended };
    expect(await redeliver(path, id, range)).toEqual({ queued: 3, hasMore: false, nextCursor: null });
    await arrive(path);
    expect(path.received).toHaveLength(3);
    // What was delivered is sent again with the same id, as before.
    expect((await redeliver(path, id, range)).queued).toBe(3);
    await arrive(path);
    expect(new Set(path.received.map((one) => one.id)).size).toBe(3);
    // With statuses, only deliveries that exist are meant.
    expect((await redeliver(path, id, { since: '2099-01-01T00:00:00Z', statuses: ['failed'] })).queued).toBe(
      0,
    );
  });

  test('queues many events in several calls by cursors, which belong to their request', async () => {
    const path = await newPipeline();
    const since = path.clock.now().toISOString();
    for (let n = 0; n < 6; n++) await path.dispatch(Array.from({ length: 100 }, () => path.storyCreated()));
    const { id } = await path.endpoint();
    const queued: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await redeliver(path, id, { since, ...(cursor === '' ? {} : { cursor }) });
      queued.push(answer.queued);
      cursor = answer.nextCursor;
      if (cursor === null) break;
      const elsewhere = redeliver(path, id, { since: '2099-01-01T00:00:00Z', cursor });
      await expect(elsewhere).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
    expect(queued.length).toBeGreaterThan(1);
    expect(Math.max(...queued)).toBeLessThanOrEqual(500);
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(600);
  });
});

describe('redelivery is refused, and queues nothing, for', () => {
  test.each([
    ['no time', {}, ['since']],
    ['what is no time', { since: 'yesterday' }, ['since']],
    ['no status', { since: since(0), statuses: [] }, ['statuses']],
    ['what is queued', { since: since(0), statuses: ['failed', 'pending'] }, ['statuses.1']],
    ['a status twice', { since: since(0), statuses: ['failed', 'failed'] }, ['statuses']],
    ['what is no end', { since: since(0), before: 'the last' }, ['before']],
    ['an unknown field', { since: since(0), until: since(1) }, ['until']],
  ])('%s', async (_, body, paths) => {
    const { webhook, log } = await newLog('failed');
    expectBadFields(await api.redeliverSince(webhook.id, body), paths);
    expect(await api.readDelivery(webhook.id, log[0]!.id)).toEqual(log[0]);
  });

  test('a disabled endpoint, a restricted token, a member and another workspace', async () => {
    const { webhook, log } = await newLog('failed');
    const body = { since: since(0) };
    const restricted = await restrictedApi(workspace, admin, team);
    expectRefusal(await restricted.redeliverSince(webhook.id, body), 403, 'restricted_credential');
    const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.redeliverSince(webhook.id, body), 403, 'insufficient_role');
    const { api: foreign } = await newWebhookWorkspace();
    expectRefusal(await foreign.redeliverSince(webhook.id, body), 404, 'not_found');
    await api.disable(webhook.id);
    expectRefusal(await api.redeliverSince(webhook.id, body), 409, 'conflict');
    expect(await api.readDelivery(webhook.id, log[0]!.id)).toEqual(log[0]);
  });
});
