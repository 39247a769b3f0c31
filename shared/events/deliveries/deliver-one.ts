import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { chatOf } from '../destinations/destination.ts';
import { mayOwnEndpoint } from '../webhooks/webhook-access.ts';
import { recordFailure, recordSuccess, type FoundWebhook } from '../webhooks/webhook-store.ts';
import { attemptDelivery, type AttemptOutcome } from './attempt.ts';
import { HELD } from './delivery.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import type { WebhookServices } from './pipeline.ts';
import { findCategories } from '../../identity/status/find-categories.ts';
import type { ReadAhead } from './read-ahead.ts';
import { reasonToSkip } from './recipients.ts';
import { isDue, recordOutcome, endDelivery } from './record-outcome.ts';
import { FAILING_MAX_MS, REQUESTED_COOLDOWN_MAX_MS, cooldownAfter, retryAfterMs } from './retry-schedule.ts';
import type { Change } from '../../kernel/core/database.ts';

/** Minimum time in milliseconds between recorded successes. */
const SUCCESS_RECORD_INTERVAL_MS = 10_000;

/**
 * Sends a delivery if it is due and its endpoint may still receive it, and records the outcome. Calls
 * `keepLease` immediately before sending. Returns the cooldown of the endpoint's lane in milliseconds.
 */
export async function deliverOne(
  pipeline: WebhookServices,
  deliveryId: string,
  { ahead, keepLease }: { ahead: ReadAhead; keepLease: () => Promise<void> },
): Promise<number> {
  const { now: clock } = pipeline;
  const situation = await ahead.situationOf(deliveryId);
  if (!situation || !isDue(situation.queued.delivery, clock())) return 0;

  const { queued, found, event, owner, read } = situation;
  if (!found) return await endDelivery(pipeline, queued, 'dropped', 'The endpoint was deleted.');
  const { webhook, health } = found;
  if (webhook.status === 'disabled') return await endDelivery(pipeline, queued, 'held', HELD);
  if (!event) return await endDelivery(pipeline, queued, 'failed', 'The event has expired.');
  if (!mayOwnEndpoint(owner)) {
    await disableEndpoint(pipeline, webhook, 'owner_not_admin');
    ahead.forget();
    return await endDelivery(pipeline, queued, 'held', HELD);
  }
  const receiver = {
    ...webhook,
    subscriptions: new Set(webhook.subscriptions),
    teamIds: webhook.teamIds && new Set(webhook.teamIds),
  };
  const findCategory = findCategories(read);
  const skipped = (one: WebhookEvent) => reasonToSkip(one, receiver, owner, findCategory);
  const refusal = await skipped(event);
  if (refusal) return await endDelivery(pipeline, queued, 'dropped', refusal);

  const chat = chatOf(webhook.destination);
  let outcome: AttemptOutcome | undefined;
  if (chat) {
    // Imported on demand, since most endpoints are URLs.
    const { sendToChat } = await import('./send-to-chat.ts');
    const isSent = async (one: WebhookEvent) => (await skipped(one)) === undefined;
    outcome = await sendToChat(pipeline, { queued, found, event, owner, chat, ahead, isSent, keepLease });
    if (!outcome) return 0;
  } else {
    await keepLease();
    outcome = await attemptDelivery(pipeline, found, event, queued.round);
  }
  await recordOutcome(pipeline, queued, outcome);
  if (outcome.fault === 'ours') return 0;
  if (await noteHealth(pipeline, found, outcome)) ahead.forget();
  if (outcome.succeeded) return 0;
  const asked = retryAfterMs(outcome.retryAfter, clock());
  return Math.max(cooldownAfter(health.consecutiveFailures + 1), Math.min(asked, REQUESTED_COOLDOWN_MAX_MS));
}

/**
 * Records the endpoint's health after an attempt, and disables it if necessary; returns whether anything was recorded.
 */
async function noteHealth(
  pipeline: WebhookServices,
  { webhook, health }: FoundWebhook,
  { succeeded, ends }: AttemptOutcome,
): Promise<boolean> {
  const { database, now: clock } = pipeline;
  const now = clock();
  const { id } = webhook;
  // A deleted endpoint has no health to record.
  const note = (change: Change) => tryCommit(database, [change]);
  if (succeeded) {
    const noted = Date.parse(health.lastSuccessAt ?? '') > now.getTime() - SUCCESS_RECORD_INTERVAL_MS;
    if (noted && health.failingSince === null) return false;
    await note(recordSuccess(id, now, writeConflict));
    return true;
  }
  await note(recordFailure(id, now, health, writeConflict));
  const failing = Date.parse(health.failingSince ?? '') <= now.getTime() - FAILING_MAX_MS;
  if (ends ?? failing) await disableEndpoint(pipeline, webhook, ends ?? 'failing');
  return true;
}
