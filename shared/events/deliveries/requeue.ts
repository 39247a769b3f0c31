import { conflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import type { QueuedDelivery } from './delivery-store.ts';
import type { Lane } from '../webhooks/lane.ts';
import { requestLaneRun, scheduleLane } from '../webhooks/lane-store.ts';
import type { Change } from '../../kernel/core/database.ts';

const RECHECK_MS = 60_000;
const DAY_SECONDS = 24 * 60 * 60;

/** Throws a 409 for a disabled endpoint. */
export function assertActive({ status }: StoredWebhook): void {
  if (status === 'active') return;
  throw conflict('The webhook endpoint is disabled.', 'Enable it with enableWebhook first.');
}

/** Resets a delivery to newly queued, keeping its attempts; `by` is the request's key, if it has one. */
export const requeued = (queued: QueuedDelivery, now: Date, by?: string): QueuedDelivery => ({
  ...queued,
  tries: 0,
  round: (queued.round ?? 0) + 1,
  requeuedBy: by,
  delivery: {
    ...queued.delivery,
    status: 'pending',
    statusReason: null,
    nextAttemptAt: now.toISOString(),
    updatedAt: nextTimestamp(now, queued.delivery.updatedAt),
  },
});

/** Schedules a recheck of a lane shortly, in case the request fails. */
export const scheduleRecheck = (lane: Lane, now: Date): Change =>
  scheduleLane(lane, new Date(now.getTime() + RECHECK_MS));

/** Changes that wake a lane: a marker in the table's stream and, in case that is lost, its schedule. */
export const wakeLane = (lane: Lane, requestId: string, now: Date): Change[] => [
  scheduleRecheck(lane, now),
  requestLaneRun(lane, requestId, Math.ceil(now.getTime() / 1000) + DAY_SECONDS),
];
