import type { LimitFunction } from 'p-limit';
import { commit } from '../db/write.ts';
import { errorFields, logger } from '../core/logger.ts';
import { scheduleLane } from '../webhooks/lane-store.ts';
import type { WakeUp, WebhookServices } from './pipeline.ts';

/** Longest time until a lane is rechecked in case its message is lost, in milliseconds. */
const RECHECK_MS = 60_000;

/**
 * Rechecks begin at multiples of this time, in milliseconds. A lane that is woken again before the next one keeps its
 * place in the index, which costs one write unit instead of three.
 */
const RECHECK_STEP_MS = 30_000;

/** Maximum number of deliveries named in one message; the index has the rest. */
const MAX_NAMED_DELIVERIES = 20;

/** Schedules lanes in the table and wakes them with messages, one for each lane. */
export async function wakeLanes(
  { database, send, now }: Pick<WebhookServices, 'database' | 'send' | 'now'>,
  wakeUps: readonly WakeUp[],
  limit: LimitFunction,
): Promise<void> {
  const lanes = byLane(wakeUps);
  const latest = now().getTime() + RECHECK_MS;
  const dueAt = new Date(latest - (latest % RECHECK_STEP_MS));
  await Promise.all(lanes.map((lane) => limit(() => commit(database, [scheduleLane(lane, dueAt)]))));
  // The table has each lane's schedule, so without its message a lane only waits for the sweeper.
  await send(lanes).catch((error: unknown) => {
    logger.error('webhook lanes were not woken', { lanes: lanes.length, ...errorFields(error) });
  });
}

/** One message per lane, with all its deliveries. */
function byLane(wakeUps: readonly WakeUp[]): WakeUp[] {
  const lanes = new Map<string, WakeUp>();
  for (const { deliveryIds = [], ...lane } of wakeUps) {
    const { webhookId, number } = lane;
    const key = `${webhookId} ${number}`;
    const named = [...(lanes.get(key)?.deliveryIds ?? []), ...deliveryIds];
    // Ids start with the event's time, so earlier events come first.
    lanes.set(key, { ...lane, deliveryIds: named.sort().slice(0, MAX_NAMED_DELIVERIES) });
  }
  return [...lanes.values()];
}
