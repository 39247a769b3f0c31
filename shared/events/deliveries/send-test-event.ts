import type { OperationContext } from '../../kernel/core/call.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { eventBody, type WebhookEvent } from '../../kernel/log/event.ts';
import { expiryOf, retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';
import { laneOf } from '../webhooks/lane.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import { ownWebhookOrThrow } from '../webhooks/webhook-access.ts';
import { showWebhook, type FoundWebhook } from '../webhooks/webhook-store.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import { newDelivery, type Delivery } from './delivery.ts';
import { putDelivery } from './delivery-store.ts';
import { putEvent } from './event-store.ts';
import { assertActive, wakeLane } from './requeue.ts';

/** Queues a test event for an endpoint, and returns its delivery. */
export async function sendTestEvent(
  { caller, now, newId, setting, tryWrite, commit }: OperationContext,
  found: FoundWebhook | undefined,
): Promise<Delivery> {
  const { webhook, health } = ownWebhookOrThrow(caller, found);
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
}
