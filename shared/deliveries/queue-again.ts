import { conflict } from '../api/errors.ts';
import type { Change } from '../db/write.ts';
import { nextTimestamp } from '../lib/clock.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import type { Queued } from './delivery-store.ts';
import type { Lane } from './lane.ts';
import { requestLane, scheduleLane } from './lane-store.ts';

const LINGER = 60_000;
const DAY = 24 * 60 * 60;

/** Throws a 409 for an endpoint that nothing can be sent to. */
export function assertActive({ status }: StoredWebhook): void {
  if (status === 'active') return;
  throw conflict('The webhook endpoint is disabled.', 'Enable it with enableWebhook first.');
}

/** A delivery as if it had just been queued, with the attempts it has had. */
export const queuedAgain = (queued: Queued, now: Date): Queued => ({
  ...queued,
  tries: 0,
  delivery: {
    ...queued.delivery,
    status: 'pending',
    statusReason: null,
    nextAttemptAt: now.toISOString(),
    updatedAt: nextTimestamp(now, queued.delivery.updatedAt),
  },
});

/** Has a lane looked at a little later, whatever becomes of the request. */
export const lookSoon = (lane: Lane, now: Date): Change =>
  scheduleLane(lane, new Date(now.getTime() + LINGER));

/** The changes that have a lane worked on now: the table's stream asks for it, and its schedule if that is lost. */
export const wakeLane = (lane: Lane, requestId: string, now: Date): Change[] => [
  lookSoon(lane, now),
  requestLane(lane, requestId, Math.ceil(now.getTime() / 1000) + DAY),
];
