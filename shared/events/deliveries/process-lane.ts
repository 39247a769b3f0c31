import { createReader } from '../../kernel/db/reader.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import { deliverOne } from './deliver-one.ts';
import { deliverToClient } from './deliver-to-client.ts';
import { isWaiting } from './delivery.ts';
import { deliveryKey, findDue, findNextDue, getDeliveryItems, toQueued } from './delivery-store.ts';
import { expandFanOut } from './fan-out.ts';
import { isFanOutLane } from './fan-out-store.ts';
import { createSlotPool, type SlotPool } from '../../kernel/slots/slot-pool.ts';
import { needsSlots } from './slots.ts';
import { PersistentConnection } from '../../kernel/net/persistent-connection.ts';
import type { PublicRequest } from '../../kernel/net/public-request.ts';
import { createReadAhead, type ReadAhead } from './read-ahead.ts';
import { createRecentReads, type RecentReads } from './recent-reads.ts';
import { isSubscriptionId, type Lane } from '../webhooks/lane.ts';
import { leaseLane, releaseLane, renewLease } from '../webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from './pipeline.ts';
import { ATTEMPT_TIMEOUT_MS } from './attempt.ts';
import { NAMED_DELIVERIES_MAX } from './wake-lanes.ts';

/** Lease time of a lane in milliseconds; the longest that a crashed worker can block it. */
const LEASE_MS = 60_000;

/** Minimum remaining time of the lease and of the function to start another delivery. */
export const DELIVERY_TIME_MS = ATTEMPT_TIMEOUT_MS + 5_000;

/** Number of deliveries looked up at once. */
const DUE_PAGE_SIZE = 20;

/** SQS limits message delays to 15 minutes; the sweeper finds anything due later. */
const DELAY_MAX_MS = 15 * 60_000;

/**
 * Delays in seconds before a message is retried because another worker holds its lane; after that, the
 * table's schedule applies.
 */
export const DEFERRAL_SECONDS = [1, 2, 4, 8, 16];

/** The state that the lanes of one invocation share. */
interface Invocation {
  recent: RecentReads;
  slots: SlotPool;
}

export const createInvocation = (pipeline: WebhookServices): Invocation => ({
  recent: createRecentReads(pipeline),
  slots: createSlotPool('lanes', pipeline),
});

/**
 * Sends a lane's due deliveries one after another until none is left or time runs out, then releases the
 * lane. The lease excludes other workers, the slots bound how many lanes of a workspace are processed at once. `remaining`
 * returns the function's remaining time in milliseconds.
 */
export async function processLane(
  pipeline: WebhookServices,
  wakeUp: WakeUp,
  remaining: () => number = () => Infinity,
  { recent, slots }: Invocation = createInvocation(pipeline),
): Promise<void> {
  const { webhookId, number, workspaceId } = wakeUp;
  const lane: Lane = { webhookId, number, workspaceId };
  if (await processedRecently(pipeline, wakeUp)) return;
  const [lease, isBounded] = await Promise.all([
    acquireLease(pipeline, lane),
    needsSlots(recent.open().shared, lane, pipeline.slots),
  ]);
  if (!lease) return await defer(pipeline, wakeUp);
  const releaseSlot = isBounded && workspaceId ? await slots.acquire(workspaceId) : async () => {};
  if (!releaseSlot) {
    await lease.release(0);
    return await defer(pipeline, wakeUp);
  }
  const hasTime = () => remaining() >= DELIVERY_TIME_MS;
  const connection = new PersistentConnection();
  let cooldownMs = 0;
  try {
    const { deliveryIds = [] } = wakeUp;
    const ids = isBounded ? await mergePending(pipeline, lane, deliveryIds) : deliveryIds;
    const request = (asked: PublicRequest) => pipeline.request({ ...asked, connection });
    cooldownMs = await drain({ ...pipeline, request }, lane, ids, { keepLease: lease.keep, hasTime, recent });
  } finally {
    connection.close();
    await Promise.all([lease.release(cooldownMs), releaseSlot()]);
  }
  await queueNextWakeUp(pipeline, lane, cooldownMs);
}

/**
 * Whether a deferred message is obsolete because the worker that held the lane has already sent its deliveries, as
 * usual. Fan-outs and the subscriptions of clients are always checked in the lane.
 */
async function processedRecently(
  { database }: Pick<WebhookServices, 'database'>,
  { deferred = 0, deliveryIds = [], ...lane }: WakeUp,
): Promise<boolean> {
  if (deferred === 0 || isFanOutLane(lane) || isSubscriptionId(lane.webhookId)) return false;
  // There may be more than it has room to name.
  if (deliveryIds.length >= NAMED_DELIVERIES_MAX) return false;
  // Eventually consistent: one that is shown as waiting, or not at all, is looked at in the lane.
  const items = await getDeliveryItems(createReader(database), deliveryIds.map(deliveryKey));
  return items.every((item) => item !== undefined && !isWaiting(toQueued(item).delivery));
}

interface Lease {
  /** Extends the lease for the next delivery; throws if another worker has taken it. */
  keep: () => Promise<void>;
  /** Releases the lane, after a cooldown in milliseconds if given. */
  release: (cooldownMs: number) => Promise<void>;
}

async function acquireLease(pipeline: WebhookServices, lane: Lane): Promise<Lease | undefined> {
  const { database, now, randomBytes } = pipeline;
  const holder = randomBytes(9).toString('base64url');
  let until = new Date(now().getTime() + LEASE_MS);
  const leased = await tryCommit(database, [leaseLane(lane, { holder, until, now: now() }, writeConflict)]);
  if (!leased) return undefined;
  return {
    async keep() {
      if (until.getTime() - now().getTime() >= DELIVERY_TIME_MS) return;
      until = new Date(now().getTime() + LEASE_MS);
      await commit(database, [renewLease(lane, holder, until, writeConflict)]);
    },
    async release(cooldownMs) {
      const free = new Date(cooldownMs === 0 ? 0 : now().getTime() + cooldownMs);
      await tryCommit(database, [releaseLane(lane, holder, free, writeConflict)]);
    },
  };
}

/** Sends the due deliveries; returns the lane's cooldown. */
async function drain(
  pipeline: WebhookServices,
  lane: Lane,
  named: readonly string[],
  {
    keepLease,
    hasTime,
    recent,
  }: { keepLease: () => Promise<void>; hasTime: () => boolean; recent: RecentReads },
): Promise<number> {
  const { database, now } = pipeline;
  const seen = new Set<string>();
  const ahead = createReadAhead(pipeline, lane.webhookId, recent);
  // A record that the stream delivered twice names its deliveries twice.
  let ids: readonly string[] = [...new Set(named)];
  do {
    ahead.plan(ids);
    for (const id of ids) {
      if (!hasTime()) return 0;
      seen.add(id);
      const cooldownMs = await processItem(pipeline, lane, id, { ahead, keepLease });
      if (cooldownMs > 0) return cooldownMs;
    }
    const due = await findDue(createReader(database), lane, now(), 2 * DUE_PAGE_SIZE);
    // The index may still show deliveries that were just sent.
    ids = due.filter((id) => !seen.has(id)).slice(0, DUE_PAGE_SIZE);
  } while (ids.length > 0);
  return 0;
}

/**
 * Merges the named deliveries with the due ones, in order: messages of events that were expanded one after another can
 * arrive in another order.
 */
async function mergePending(
  { database, now }: WebhookServices,
  lane: Lane,
  named: readonly string[],
): Promise<string[]> {
  if (named.length === 0) return [];
  const due = await findDue(createReader(database), lane, now(), DUE_PAGE_SIZE);
  return [...new Set([...named, ...due])].sort();
}

/** Sends a delivery or, in a lane of the workspace itself, makes the deliveries of an event; returns the cooldown. */
async function processItem(
  pipeline: WebhookServices,
  lane: Lane,
  id: string,
  { ahead, keepLease }: { ahead: ReadAhead; keepLease: () => Promise<void> },
): Promise<number> {
  if (isSubscriptionId(lane.webhookId)) return await deliverToClient(pipeline, id, keepLease);
  if (!isFanOutLane(lane)) return await deliverOne(pipeline, id, { ahead, keepLease });
  await expandFanOut(pipeline, id, keepLease);
  return 0;
}

/** Queues a message for when the lane is next due, if that is soon. */
async function queueNextWakeUp(
  { database, send, now }: WebhookServices,
  lane: Lane,
  cooldownMs: number,
): Promise<void> {
  const next = await findNextDue(createReader(database), lane);
  if (next === undefined) return;
  const wait = Math.max(Date.parse(next) - now().getTime(), cooldownMs, 0);
  if (wait <= DELAY_MAX_MS) await send([lane], Math.ceil(wait / 1000));
}

async function defer({ send }: WebhookServices, wakeUp: WakeUp): Promise<void> {
  const { deliveryIds = [], deferred = 0 } = wakeUp;
  const delay = DEFERRAL_SECONDS[deferred];
  if (deliveryIds.length === 0 || delay === undefined) return;
  await send([{ ...wakeUp, deferred: deferred + 1 }], delay);
}
