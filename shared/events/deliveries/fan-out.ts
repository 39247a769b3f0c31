import pLimit, { type LimitFunction } from 'p-limit';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import { deliveryId, type WebhookEvent } from '../../kernel/log/event.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';
import { expiryOf } from '../../kernel/log/retention.ts';
import { topicOf } from '../chats/topic.ts';
import { laneOf } from '../webhooks/lane.ts';
import { newDelivery } from './delivery.ts';
import { putDelivery } from './delivery-store.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { getEvent } from './event-store.ts';
import { deleteFanOut, fanOutLane, getFanOut, putFanOut } from './fan-out-store.ts';
import type { WakeUp, WebhookServices } from './pipeline.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { createRouteCache } from './route-cache.ts';
import { wakeLanes } from './wake-lanes.ts';

type FanOutServices = Pick<WebhookServices, 'database' | 'now' | 'retention'>;

/**
 * The maximum number of recipients whose deliveries the dispatcher creates itself. Those of an event with more are
 * created by the workers of its workspace, whose slots bound them, so that events of other workspaces do not wait
 * behind a thousand writes.
 */
export const RECIPIENTS_AT_ONCE = 25;

/** Recipients between two renewals of the lease. */
const RECIPIENTS_PER_LEASE_CHECK = 100;
/**
 * The number of concurrent writes of one workspace: 1,000 deliveries take about a second, as many as its slots can
 * send.
 */
export const EXPANSION_CONCURRENCY = 10;

/** The sandbox's cache of routes. */
const findRoutes = createRouteCache();

/**
 * Queues the deliveries of an event in the log, or the event itself if it has many recipients. Idempotent. Returns the
 * lanes with work.
 */
export async function fanOut(
  services: FanOutServices,
  { event, position }: { event: WebhookEvent; position: LogPosition },
  recipients: readonly Recipient[],
  limit: LimitFunction,
): Promise<WakeUp[]> {
  if (recipients.length <= RECIPIENTS_AT_ONCE)
    return await putDeliveries(services, { event, position }, recipients, limit);
  const ttl = expiryOf(services.now().getTime(), services.retention);
  await limit(() => tryCommit(services.database, [putFanOut(event, position, ttl, writeConflict)]));
  return [{ ...fanOutLane(event), deliveryIds: [event.id] }];
}

/**
 * Creates the deliveries of an event that waits for expansion; does nothing if that has been done. Calls `keepLease`
 * periodically.
 */
export async function expandFanOut(
  services: WebhookServices,
  eventId: string,
  keepLease: () => Promise<void>,
): Promise<void> {
  const { database, now, retention } = services;
  const read = createReader(database);
  const position = await getFanOut(read, eventId);
  if (!position) return;
  const event = await getEvent(read, { eventId, position });
  const recipients = event ? await findRecipients(read, { now: now(), retention }, findRoutes)(event) : [];
  const limit = pLimit(EXPANSION_CONCURRENCY);
  for (let start = 0; event && start < recipients.length; start += RECIPIENTS_PER_LEASE_CHECK) {
    await keepLease();
    const some = recipients.slice(start, start + RECIPIENTS_PER_LEASE_CHECK);
    await wakeLanes(services, await putDeliveries(services, { event, position }, some, limit), limit);
    await disableUnowned(services, some);
  }
  await commit(database, [deleteFanOut(eventId)]);
}

/** Disables the endpoints whose owners are no longer admins, or accounts that may read stories. */
export async function disableUnowned(
  services: Pick<WebhookServices, 'database' | 'now'>,
  recipients: readonly Recipient[],
): Promise<void> {
  for (const { webhookId, ownerId } of recipients.filter((one) => one.unowned))
    await disableEndpoint(services, { id: webhookId, ownerId }, 'owner_not_admin');
}

/** Deliveries to disabled endpoints are held. */
async function putDeliveries(
  { database, now: clock, retention }: FanOutServices,
  { event, position }: { event: WebhookEvent; position: LogPosition },
  recipients: readonly Recipient[],
  limit: LimitFunction,
): Promise<WakeUp[]> {
  const now = clock();
  const ttl = expiryOf(now.getTime(), retention);
  const wakeUps = await Promise.all(
    recipients.map(async ({ webhookId, workspaceId, held, isChat }): Promise<WakeUp[]> => {
      const delivery = newDelivery({ id: deliveryId(event, webhookId), webhookId, event, held, now });
      const number = laneOf(isChat ? topicOf(event) : event.subjectId);
      const lane = { webhookId, number, workspaceId };
      const queued = { delivery, workspaceId, teamId: event.teamId, position, lane, tries: 0, ttl };
      await limit(() => tryCommit(database, [putDelivery(queued, writeConflict)]));
      return held ? [] : [{ ...lane, deliveryIds: [delivery.id] }];
    }),
  );
  return wakeUps.flat();
}
