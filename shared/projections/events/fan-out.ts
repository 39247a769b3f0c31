import type { LimitFunction } from 'p-limit';
import { writeConflict } from '../../core/errors.ts';
import { tryCommit } from '../../db/write.ts';
import { newDelivery } from '../../deliveries/delivery.ts';
import { putDelivery } from '../../deliveries/delivery-store.ts';
import { deliveryId, type WebhookEvent } from '../../log/event.ts';
import type { Position } from '../../log/log-store.ts';
import { expiryOf } from '../../log/retention.ts';
import { laneOf } from '../../webhooks/lane.ts';
import type { WebhookServices, WakeUp } from '../../deliveries/pipeline.ts';
import type { Recipient } from '../../deliveries/recipients.ts';

/**
 * Queues the deliveries of an event that is in the log, each once however often this runs. Returns the lanes that have
 * work. Deliveries to disabled endpoints are held.
 */
export async function fanOut(
  { database, now: clock, retention }: Pick<WebhookServices, 'database' | 'now' | 'retention'>,
  { event, position }: { event: WebhookEvent; position: Position },
  recipients: readonly Recipient[],
  limit: LimitFunction,
): Promise<WakeUp[]> {
  if (recipients.length === 0) return [];
  const now = clock();
  const ttl = expiryOf(now.getTime(), retention);
  const number = laneOf(event.subjectId);
  const wakeUps = await Promise.all(
    recipients.map(async ({ webhookId, workspaceId, held }): Promise<WakeUp[]> => {
      const delivery = newDelivery({ id: deliveryId(event, webhookId), webhookId, event, held, now });
      const lane = { webhookId, number, workspaceId };
      const queued = { delivery, workspaceId, teamId: event.teamId, position, lane, tries: 0, ttl };
      await limit(() => tryCommit(database, [putDelivery(queued, writeConflict)]));
      return held ? [] : [{ ...lane, deliveryIds: [delivery.id] }];
    }),
  );
  return wakeUps.flat();
}
