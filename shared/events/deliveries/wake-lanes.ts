import type { LimitFunction } from 'p-limit';
import type { Database } from '../../kernel/core/database.ts';
import { commit } from '../../kernel/db/write.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { scheduleLane } from '../webhooks/lane-store.ts';
import { nameOf } from '../webhooks/lane.ts';
import type { WakeUp, WebhookServices } from './pipeline.ts';

/** Longest time until a lane is rechecked in case its message is lost, in milliseconds. */
const RECHECK_MS = 60_000;

/**
 * Rechecks begin at multiples of this time, in milliseconds. A lane that is woken again before the next one keeps its
 * place in the index, which costs one write unit instead of three, or none where this sandbox gave it that place: no one
 * reschedules a lane before it is due, which is half a minute away at least.
 */
const RECHECK_STEP_MS = 30_000;

/** The number of lanes whose schedule a sandbox caches. */
const REMEMBERED_MAX = 10_000;

/** The times for which this sandbox has scheduled lanes, by table. */
const scheduled = new WeakMap<Database, { dueAt: number; lanes: Set<string> }>();

/** Maximum number of deliveries named in one message; the index has the rest. */
export const NAMED_DELIVERIES_MAX = 20;

/** Schedules lanes in the table and wakes them with messages, one for each lane. */
export async function wakeLanes(
  { database, send, now }: Pick<WebhookServices, 'database' | 'send' | 'now'>,
  wakeUps: readonly WakeUp[],
  limit: LimitFunction,
): Promise<void> {
  const lanes = byLane(wakeUps);
  const latest = now().getTime() + RECHECK_MS;
  const dueAt = latest - (latest % RECHECK_STEP_MS);
  const known = scheduledFor(database, dueAt);
  const newLanes = lanes.filter((lane) => !known.has(nameOf(lane)));
  await Promise.all(
    newLanes.map((lane) =>
      limit(async () => {
        await commit(database, [scheduleLane(lane, new Date(dueAt))]);
        if (known.size < REMEMBERED_MAX) known.add(nameOf(lane));
      }),
    ),
  );
  // The table has each lane's schedule, so without its message a lane only waits for the sweeper.
  await send(lanes).catch((error: unknown) => {
    logger.error('webhook lanes were not woken', { lanes: lanes.length, ...errorFields(error) });
  });
}

function scheduledFor(database: Database, dueAt: number): Set<string> {
  const last = scheduled.get(database);
  if (last?.dueAt === dueAt) return last.lanes;
  const lanes = new Set<string>();
  scheduled.set(database, { dueAt, lanes });
  return lanes;
}

/** One message per lane, with all its deliveries. */
function byLane(wakeUps: readonly WakeUp[]): WakeUp[] {
  const lanes = new Map<string, WakeUp>();
  for (const { deliveryIds = [], ...lane } of wakeUps) {
    const key = nameOf(lane);
    const named = [...(lanes.get(key)?.deliveryIds ?? []), ...deliveryIds];
    // Ids start with the event's time, so earlier events come first.
    lanes.set(key, { ...lane, deliveryIds: named.sort().slice(0, NAMED_DELIVERIES_MAX) });
  }
  return [...lanes.values()];
}
