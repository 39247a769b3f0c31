import { randomUUID } from 'node:crypto';
import { automation } from '../../shared/kernel/core/actor.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newDelivery, type Attempt, type Delivery } from '../../shared/events/deliveries/delivery.ts';
import { putDelivery } from '../../shared/events/deliveries/delivery-store.ts';
import { deliveryId, eventBody, type WebhookEvent } from '../../shared/kernel/log/event.ts';
import { putEvent } from '../../shared/events/deliveries/event-store.ts';
import { expiryOf, retentionMs } from '../../shared/kernel/log/retention.ts';
import { laneOf } from '../../shared/events/webhooks/lane.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { StoredWebhook } from '../../shared/events/webhooks/webhook.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

interface Logged extends Partial<Delivery> {
  /** When the event happened. */
  at?: Date;
  /** Whether the text of the event is still stored. */
  kept?: boolean;
}

export const failedAttempt = (attemptedAt: string): Attempt => ({
  attemptedAt,
  responseStatus: 500,
  durationMs: 12,
  error: 'The endpoint responded with 500.',
});

const neverThere = () => new Error('A new id was there before.');

/** Writes a delivery into the log of an endpoint, through the stores and with nothing sent. */
export async function logDelivery(
  database: Database,
  { id: webhookId, workspaceId }: Pick<StoredWebhook, 'id' | 'workspaceId'>,
  { at = new Date(), kept = true, ...fields }: Logged = {},
): Promise<Delivery> {
  const type = 'story.created';
  const subjectId = randomUUID();
  const place = { workspaceId, teamId: null, actor: automation };
  const content = { id: newId(at), type, timestamp: at.toISOString(), ...place } as const;
  const body = eventBody({ ...content, data: { id: subjectId } });
  const event: WebhookEvent = { id: content.id, type, workspaceId, teamId: null, subjectId, body };
  const begun = newDelivery({ id: deliveryId(event, webhookId), webhookId, event, held: false, now: at });
  const ended = { status: 'delivered', nextAttemptAt: null } as const;
  const delivery: Delivery = { ...begun, ...ended, ...fields };
  const lane = { webhookId, number: laneOf(subjectId) };
  const ttl = expiryOf(at.getTime(), retentionMs(undefined));
  const queued = { delivery, workspaceId, teamId: null, position: null, lane, tries: 0, ttl };
  await commit(database, [
    putDelivery(queued, neverThere),
    ...(kept ? [putEvent(event, ttl, neverThere)] : []),
  ]);
  return delivery;
}
