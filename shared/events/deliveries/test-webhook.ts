import { writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import { getWebhookItem, showWebhook } from '../webhooks/webhook-store.ts';
import { deliverySchema, newDelivery } from './delivery.ts';
import { putDelivery } from './delivery-store.ts';
import { eventBody, type WebhookEvent } from '../../kernel/log/event.ts';
import { putEvent } from './event-store.ts';
import { expiryOf, retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';
import { replayDelivery } from './get-webhook-delivery.ts';
import { laneOf } from '../webhooks/lane.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import { assertActive, wakeLane } from './requeue.ts';

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: `${WEBHOOK_PATH}/test`,
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook endpoint',
  description: `Sends a ${TEST_EVENT} event with the endpoint as its data, regardless of subscriptions. Returns the delivery; get it again moments later to see the attempt.`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  status: 201,
  errors: ['conflict'],
  params: { webhookId: uuid() },
  output: deliverySchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, caller, now, newId, setting, tryWrite, commit }) => {
    const { webhook, health } = ownWebhookOrThrow(caller, loaded.webhook);
    assertActive(webhook);
    const { workspaceId } = webhook;
    const id = newId();
    const content = {
      id,
      type: TEST_EVENT,
      timestamp: now.toISOString(),
      workspaceId,
      teamId: null,
      actor: caller.actor,
    } as const;
    const event: WebhookEvent = {
      id,
      type: TEST_EVENT,
      workspaceId,
      teamId: null,
      subjectId: webhook.id,
      body: eventBody({ ...content, data: showWebhook(webhook, health) }),
    };
    const delivery = newDelivery({ id: newId(), webhookId: webhook.id, event, held: false, now });
    const lane = { webhookId: webhook.id, number: laneOf(event.subjectId), workspaceId };
    const ttl = expiryOf(now.getTime(), retentionMs(setting(RETENTION_VARIABLE)));
    const queued = { delivery, workspaceId, teamId: null, position: null, lane, tries: 0, ttl };
    await tryWrite([endCooldown(lane, writeConflict)]);
    await commit(
      [
        putEvent(event, ttl, writeConflict),
        putDelivery(queued, writeConflict),
        ...wakeLane(lane, newId(), now),
      ],
      delivery.id,
    );
    return delivery;
  },
  replay: replayDelivery,
});
