import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import { failedAttempt, logDelivery } from './delivery-log.ts';
import { arrivals, eventually } from './inbox.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, api } = await newWebhookWorkspace());
});

const delivered = (webhookId: string, deliveryId: string, attempts: number) =>
  eventually(async () => {
    const { status, attemptCount } = await api.readDelivery(webhookId, deliveryId);
    return [status, attemptCount];
  }).toEqual(['delivered', attempts]);

test('a delivered event is sent again, the same bytes under the same id', async () => {
  const webhook = await api.create();
  const { id, eventId } = (await api.test(webhook.id)).json.data;
  await delivered(webhook.id, id, 1);
  const before = await api.readDelivery(webhook.id, id);
  const { status, json } = await api.redeliver(webhook.id, id);

  expect(status).toBe(200);
  expect(json.data).toEqual({
    ...before,
    status: 'pending',
    nextAttemptAt: expect.any(String),
    updatedAt: json.data.updatedAt,
  });
  expect(json.data.updatedAt > before.updatedAt).toBe(true);
  await delivered(webhook.id, id, 2);
  const [second, first, ...others] = await arrivals(eventId);
  expect(others).toEqual([]);
  expect(second!.body).toBe(first!.body);
});

test.each(['failed', 'held', 'dropped', 'retrying'] as const)(
  'an event that is %s is sent now, and keeps its attempts',
  async (status) => {
    const webhook = await api.create();
    const delivery = await logDelivery(workspace.database, webhook, {
      status,
      statusReason: 'For a reason.',
      attempts: [failedAttempt('2026-11-01T10:00:00.000Z')],
      attemptCount: 1,
      nextAttemptAt: status === 'retrying' ? '9000-01-01T00:00:00.000Z' : null,
    });
    const { json } = await api.redeliver(webhook.id, delivery.id);
    const { attempts } = delivery;
    expect(json.data).toMatchObject({ status: 'pending', statusReason: null, attempts, attemptCount: 1 });
    await delivered(webhook.id, delivery.id, 2);
    const now = await api.readDelivery(webhook.id, delivery.id);
    expect(now.attempts[0]).toEqual(attempts[0]);
    expect(await arrivals(delivery.eventId)).toHaveLength(1);
  },
);

test('a request that is repeated with its key sends it once more', async () => {
  const webhook = await api.create();
  const delivery = await logDelivery(workspace.database, webhook);
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.redeliver(webhook.id, delivery.id, headers)),
  );
  for (const { status, json } of answers) expect([status, json.data.id]).toEqual([200, delivery.id]);
  await delivered(webhook.id, delivery.id, 1);
  const replayed = await api.redeliver(webhook.id, delivery.id, headers);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(replayed.json.data).toEqual(await api.readDelivery(webhook.id, delivery.id));
  expect(await arrivals(delivery.eventId)).toHaveLength(1);
});

test('an event that is no longer stored, or an endpoint that is disabled, is a conflict', async () => {
  const webhook = await api.create();
  const old = await logDelivery(workspace.database, webhook, { kept: false });
  expectRefusal(await api.redeliver(webhook.id, old.id), 409, 'conflict');
  const kept = await logDelivery(workspace.database, webhook, { status: 'held' });
  await api.disable(webhook.id);
  expectRefusal(await api.redeliver(webhook.id, kept.id), 409, 'conflict');
  expect(await api.readDelivery(webhook.id, kept.id)).toEqual(kept);
});

test('a restricted token, a member, another endpoint and another workspace send nothing', async () => {
  const webhook = await api.create();
  const delivery = await logDelivery(workspace.database, webhook);
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.redeliver(webhook.id, delivery.id), 403, 'restricted_credential');
  const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.redeliver(webhook.id, delivery.id), 403, 'insufficient_role');
  const sibling = await api.create();
  const { api: foreign } = await newWebhookWorkspace();
  const unknown = [
    await api.redeliver(sibling.id, delivery.id),
    await api.redeliver(webhook.id, randomUUID()),
    await foreign.redeliver(webhook.id, delivery.id),
    await foreign.redeliver((await foreign.create()).id, delivery.id),
  ];
  for (const answer of unknown) expectRefusal(answer, 404, 'not_found');
  expect(await api.readDelivery(webhook.id, delivery.id)).toEqual(delivery);
});
