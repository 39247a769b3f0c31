import type { LimitFunction } from 'p-limit';
import { commit } from '../db/write.ts';
import { newDelivery } from './delivery.ts';
import { putDelivery } from './delivery-store.ts';
import { deliveryId, type WebhookEvent } from './event.ts';
import { expiryOf, putEvent } from './event-store.ts';
import { laneOf } from './lane.ts';
import type { Pipeline, WakeUp } from './pipeline.ts';
import type { Recipient } from './recipients.ts';

/**
 * Keeps an event and queues its delivery to each endpoint, both once however often this runs, and gives the
 * lanes that have something to do by it. To an endpoint that is disabled it is held.
 */
export async function fanOut(
  { database, now: clock }: Pick<Pipeline, 'database' | 'now'>,
  event: WebhookEvent,
  recipients: readonly Recipient[],
  limit: LimitFunction,
): Promise<WakeUp[]> {
  if (recipients.length === 0) return [];
  const now = clock();
  const ttl = expiryOf(now);
  await limit(() => commit(database, [putEvent(event, now, alreadyDone)]).catch(ignoreDone));
  const number = laneOf(event.subjectId);
  const wakeUps = await Promise.all(
    recipients.map(async ({ webhookId, workspaceId, held }): Promise<WakeUp[]> => {
      const delivery = newDelivery({ id: deliveryId(event, webhookId), webhookId, event, held, now });
      const lane = { webhookId, number };
      const queued = { delivery, workspaceId, teamId: event.teamId, lane, tries: 0, ttl };
      await limit(() => commit(database, [putDelivery(queued, alreadyDone)]).catch(ignoreDone));
      return held ? [] : [{ ...lane, deliveryIds: [delivery.id] }];
    }),
  );
  return wakeUps.flat();
}

class AlreadyDone extends Error {
  override name = 'AlreadyDone';
}

const alreadyDone = () => new AlreadyDone('It was written before.');

function ignoreDone(error: unknown): void {
  if (!(error instanceof AlreadyDone)) throw error;
}
