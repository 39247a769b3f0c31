import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import { failedAttempt, logDelivery } from './delivery-log.ts';

let workspace: TestWorkspace;
let colleague: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, colleague, api } = await newWebhookWorkspace());
});

test('a delivery shows each attempt, and when the next is made', async () => {
  const webhook = await api.create();
  const attempts = [
    failedAttempt('2026-11-01T10:00:00.000Z'),
    {
      attemptedAt: '2026-11-01T10:01:00.000Z',
      responseStatus: null,
      durationMs: 15_000,
      error: 'No answer came.',
    },
  ];
  const delivery = await logDelivery(workspace.database, webhook, {
    at: new Date('2026-11-01T10:00:00Z'),
    status: 'retrying',
    attempts,
    attemptCount: 2,
    nextAttemptAt: '9000-01-01T00:00:00.000Z',
  });
  const { status, json } = await api.delivery(webhook.id, delivery.id);

  expect(status).toBe(200);
  expect(json).toEqual({
    data: {
      id: delivery.id,
      webhookId: webhook.id,
      eventId: delivery.eventId,
      eventType: 'story.created',
      status: 'retrying',
      statusReason: null,
      attemptCount: 2,
      attempts,
      nextAttemptAt: '9000-01-01T00:00:00.000Z',
      createdAt: '2026-11-01T10:00:00.000Z',
      updatedAt: '2026-11-01T10:00:00.000Z',
    },
  });
  const other = webhookApi(workspace, colleague.client);
  expect(await other.readDelivery(webhook.id, delivery.id)).toEqual(json.data);
});

test('a delivery that was not sent says why', async () => {
  const webhook = await api.create();
  const ended = { status: 'dropped', statusReason: 'The endpoint was deleted.' } as const;
  const { id } = await logDelivery(workspace.database, webhook, ended);
  expect(await api.readDelivery(webhook.id, id)).toMatchObject(ended);
});

test('a delivery below another endpoint is a 404, in the words for what does not exist', async () => {
  const [webhook, sibling] = [await api.create(), await api.create()];
  const foreign = await newWebhookWorkspace();
  const theirs = await foreign.api.create();
  const delivery = await logDelivery(workspace.database, webhook);
  const hidden = await logDelivery(workspace.database, theirs);
  const unknown = [
    await api.delivery(sibling.id, delivery.id),
    await api.delivery(webhook.id, hidden.id),
    await api.delivery(webhook.id, randomUUID()),
  ];
  for (const answer of unknown) expectRefusal(answer, 404, 'not_found');
  expectSameRefusal(unknown);
  expectRefusal(await api.delivery(theirs.id, hidden.id), 404, 'not_found');
  expectRefusal(await foreign.api.delivery(webhook.id, delivery.id), 404, 'not_found');
});
