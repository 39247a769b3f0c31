import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import { connectionProblem, eventRequest, statusProblem } from '../subscriptions/callback.ts';
import { subscriberOf, visibleEvent } from '../subscriptions/find-access.ts';
import {
  endSubscription,
  getSubscription,
  recordDelivered,
  recordFailed,
  type SubscriptionHealth,
} from '../subscriptions/subscription-store.ts';
import { attemptRequest, type AttemptOutcome } from './attempt.ts';
import { getQueued } from './delivery-store.ts';
import { getEvent } from './event-store.ts';
import type { WebhookServices } from './pipeline.ts';
import { isDue, recordOutcome, endDelivery } from './record-outcome.ts';
import {
  clientRetryDelaysMs,
  cooldownAfter,
  REQUESTED_COOLDOWN_MAX_MS,
  retryAfterMs,
} from './retry-schedule.ts';

/** Statuses that reject one event permanently, without ending the subscription. */
const REFUSED = new Set([410, 413]);

/**
 * Sends a due event to an MCP client, if its user can currently see it, and records the outcome. Ends a subscription
 * whose grant or membership has ended. Calls `keepLease` immediately before sending; returns the cooldown of the lane
 * in milliseconds.
 */
export async function deliverToClient(
  pipeline: WebhookServices,
  deliveryId: string,
  keepLease: () => Promise<void>,
): Promise<number> {
  const { database, now: clock } = pipeline;
  const read = createReader(database);
  const queued = await getQueued(read, deliveryId);
  const now = clock();
  if (!queued || !isDue(queued.delivery, now)) return 0;
  const found = await getSubscription(read, queued.delivery.webhookId, now);
  if (!found) return await endDelivery(pipeline, queued, 'dropped', 'The subscription has ended.');
  const { subscription, health } = found;
  const [event, caller] = await Promise.all([
    getEvent(read, { eventId: queued.delivery.eventId, position: queued.position }),
    subscriberOf(subscription, read, now),
  ]);
  if (!caller) {
    await commit(database, endSubscription(subscription, now));
    return await endDelivery(pipeline, queued, 'dropped', 'The access of the client has ended.');
  }
  if (!event) return await endDelivery(pipeline, queued, 'failed', 'The event has expired.');
  const visible = await visibleEvent(subscription, event.body, { caller, read });
  if (!visible) return await endDelivery(pipeline, queued, 'dropped', 'The user may not see the event.');

  await keepLease();
  const outcome = await attemptRequest(pipeline, subscription.id, (at, keys) =>
    eventRequest(subscription, visible, { keys, now: at }),
  );
  const refused = REFUSED.has(outcome.attempt.responseStatus ?? 0) || outcome.ends !== undefined;
  const { ends: _, ...attempted } = outcome;
  await recordOutcome(pipeline, queued, attempted, refused ? [] : clientRetryDelaysMs);
  if (outcome.fault === 'ours') return 0;
  await noteHealth(pipeline, subscription.id, health, outcome);
  if (outcome.succeeded || refused) return 0;
  const asked = retryAfterMs(outcome.retryAfter, clock());
  return Math.max(cooldownAfter(health.consecutiveFailures + 1), Math.min(asked, REQUESTED_COOLDOWN_MAX_MS));
}

async function noteHealth(
  { database, now }: Pick<WebhookServices, 'database' | 'now'>,
  id: string,
  { failedSince }: SubscriptionHealth,
  { succeeded, attempt, failure }: AttemptOutcome,
): Promise<void> {
  const at = now();
  const { responseStatus } = attempt;
  const problem = failure && connectionProblem(failure);
  const error =
    problem ?? (responseStatus === null ? undefined : statusProblem(responseStatus)) ?? 'connection_refused';
  // A subscription that has ended has no health to record.
  await tryCommit(database, [
    succeeded
      ? recordDelivered(id, at, writeConflict)
      : recordFailed(id, { at, error, failedSince }, writeConflict),
  ]);
}
