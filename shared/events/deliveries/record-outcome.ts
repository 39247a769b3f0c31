import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { logger } from '../../kernel/core/logger.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import type { AttemptOutcome } from './attempt.ts';
import { ATTEMPTS_SHOWN, HELD, isWaiting, type Delivery } from './delivery.ts';
import { getQueued, replaceDelivery, type QueuedDelivery } from './delivery-store.ts';
import type { WebhookServices } from './pipeline.ts';
import { nextAttempt, retryDelaysMs } from './retry-schedule.ts';

/** What the alarm of the webhook stack looks for. */
export const DELIVERIES_EXHAUSTED_MESSAGE = 'webhook deliveries exhausted';

/** Whether a delivery is to be sent by now. */
export const isDue = (delivery: Delivery, now: Date): boolean =>
  isWaiting(delivery) && delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= now.toISOString();

/** Ends a delivery without an attempt. Returns the cooldown of its lane: none. */
export async function endDelivery(
  { database, now }: Pick<WebhookServices, 'database' | 'now'>,
  queued: QueuedDelivery,
  status: Delivery['status'],
  statusReason: string,
): Promise<0> {
  const { delivery } = queued;
  const updatedAt = nextTimestamp(now(), delivery.updatedAt);
  const settled = { ...delivery, status, statusReason, nextAttemptAt: null, updatedAt };
  // Where this loses a race, someone queued it again at this moment, so its turn comes again.
  await tryCommit(database, [replaceDelivery({ ...queued, delivery: settled }, delivery, writeConflict)]);
  return 0;
}

/**
 * Records the outcome of an attempt, merged with concurrent changes, and when the next one is due: after `delaysMs`, those
 * of webhooks if left out.
 */
export async function recordOutcome(
  pipeline: Pick<WebhookServices, 'database' | 'now' | 'randomBytes'>,
  queued: QueuedDelivery,
  outcome: AttemptOutcome,
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<void> {
  const { database, now } = pipeline;
  await retryOnConflict(
    async (attempt) => {
      const current = attempt === 1 ? queued : await getQueued(createReader(database), queued.delivery.id);
      if (!current) return;
      const changed = afterAttempt(pipeline, current, outcome, delaysMs);
      const updatedAt = nextTimestamp(now(), current.delivery.updatedAt);
      const next = { ...changed, delivery: { ...changed.delivery, updatedAt } };
      await commit(database, [replaceDelivery(next, current.delivery, writeConflict)]);
      const { id: deliveryId, webhookId, status } = next.delivery;
      if (status === 'failed') logger.warn(DELIVERIES_EXHAUSTED_MESSAGE, { webhookId, deliveryId });
    },
    { exhausted: (lost) => lost },
  );
}

function afterAttempt(
  { now: clock, randomBytes }: Pick<WebhookServices, 'now' | 'randomBytes'>,
  current: QueuedDelivery,
  { attempt, succeeded, retryAfter, ends }: AttemptOutcome,
  delaysMs: readonly number[],
): QueuedDelivery {
  const { delivery } = current;
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_SHOWN);
  const updated = { ...delivery, attempts, attemptCount: delivery.attemptCount + 1 };
  if (succeeded) {
    return {
      ...current,
      tries: 0,
      delivery: { ...updated, status: 'delivered', statusReason: null, nextAttemptAt: null },
    };
  }
  const tries = current.tries + 1;
  if (ends) {
    return {
      ...current,
      tries,
      delivery: { ...updated, status: 'held', statusReason: HELD, nextAttemptAt: null },
    };
  }
  const random = randomBytes(4).readUInt32BE() / 2 ** 32;
  const next = nextAttempt({ tries, retryAfter, now: clock(), random, delaysMs })?.toISOString();
  return {
    ...current,
    tries,
    delivery: next
      ? { ...updated, status: 'retrying', statusReason: null, nextAttemptAt: next }
      : { ...updated, status: 'failed', statusReason: `All ${tries} attempts failed.`, nextAttemptAt: null },
  };
}
