import { createReader } from '../db/reader.ts';
import { writeConflict } from '../core/errors.ts';
import { commit, tryCommit } from '../db/write.ts';
import { deliverOne } from './deliver-one.ts';
import { findDue, findNextDue } from './delivery-store.ts';
import type { Lane } from '../webhooks/lane.ts';
import { leaseLane, releaseLane, renewLease } from '../webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from './pipeline.ts';
import { ATTEMPT_TIMEOUT_MS } from './attempt.ts';

/** How long a lane is taken for at a time, in milliseconds; a worker that dies holds it up no longer. */
const LEASE_MS = 60_000;

/** What must be left of a lease, and of the function's time, to begin another delivery. */
const DELIVERY_TIME_MS = ATTEMPT_TIMEOUT_MS + 5_000;

/** How many deliveries are looked up at once. */
const DUE_PAGE_SIZE = 20;

/** SQS delays a message by at most 15 minutes (AWS limit); what is due later is found by the sweeper. */
const DELAY_MAX_MS = 15 * 60_000;

/** After how many seconds a message is put back when somebody else has its lane; then the table is left to tell. */
const DEFERRAL_SECONDS = [1, 2, 4, 8, 16];

/**
 * Sends what is due in a lane, one delivery after the other, until nothing is or the time is up, then lets go of
 * it. Nobody else works on the lane meanwhile. `remaining` gives the milliseconds that the function has left.
 */
export async function processLane(
  pipeline: WebhookServices,
  wakeUp: WakeUp,
  remaining: () => number = () => Infinity,
): Promise<void> {
  const lane: Lane = { webhookId: wakeUp.webhookId, number: wakeUp.number };
  const lease = await acquireLease(pipeline, lane);
  if (!lease) return await defer(pipeline, wakeUp);
  const hasTime = () => remaining() >= DELIVERY_TIME_MS;
  let rest = 0;
  try {
    rest = await drain(pipeline, lane, wakeUp.deliveryIds ?? [], { keepLease: lease.keep, hasTime });
  } finally {
    await lease.release(rest);
  }
  await queueNextWakeUp(pipeline, lane, rest);
}

interface Lease {
  /** Keeps the lane for the next delivery; throws where another has it. */
  keep: () => Promise<void>;
  /** Lets go of the lane, at once or after it has rested, in milliseconds. */
  release: (rest: number) => Promise<void>;
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
    async release(rest) {
      const free = new Date(rest === 0 ? 0 : now().getTime() + rest);
      await tryCommit(database, [releaseLane(lane, holder, free, writeConflict)]);
    },
  };
}

/** Sends what is due; gives how long the lane is to rest before more. */
async function drain(
  pipeline: WebhookServices,
  lane: Lane,
  named: readonly string[],
  { keepLease, hasTime }: { keepLease: () => Promise<void>; hasTime: () => boolean },
): Promise<number> {
  const { database, now } = pipeline;
  const seen = new Set<string>();
  let ids: readonly string[] = named;
  do {
    for (const id of ids) {
      if (!hasTime()) return 0;
      seen.add(id);
      const rest = await deliverOne(pipeline, id, keepLease);
      if (rest > 0) return rest;
    }
    const due = await findDue(createReader(database), lane, now(), 2 * DUE_PAGE_SIZE);
    // The index may still show what was just sent.
    ids = due.filter((id) => !seen.has(id)).slice(0, DUE_PAGE_SIZE);
  } while (ids.length > 0);
  return 0;
}

/** Queues a message for when the lane has something to do again, if that is soon. */
async function queueNextWakeUp(
  { database, send, now }: WebhookServices,
  lane: Lane,
  rest: number,
): Promise<void> {
  const next = await findNextDue(createReader(database), lane);
  if (next === undefined) return;
  const wait = Math.max(Date.parse(next) - now().getTime(), rest, 0);
  if (wait <= DELAY_MAX_MS) await send([lane], Math.ceil(wait / 1000));
}

async function defer({ send }: WebhookServices, wakeUp: WakeUp): Promise<void> {
  const { deliveryIds = [], deferred = 0 } = wakeUp;
  const delay = DEFERRAL_SECONDS[deferred];
  if (deliveryIds.length === 0 || delay === undefined) return;
  await send([{ ...wakeUp, deferred: deferred + 1 }], delay);
}
