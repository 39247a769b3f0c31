import pLimit from 'p-limit';
import { createReader } from '../db/reader.ts';
import { writeConflict } from '../core/errors.ts';
import { tryCommit } from '../db/write.ts';
import { errorFields, logger } from '../core/logger.ts';
import { findNextDue } from './delivery-store.ts';
import type { Lane } from '../webhooks/lane.ts';
import { findDueLanes, getLane, rescheduleLane } from '../webhooks/lane-store.ts';
import type { WebhookServices } from './pipeline.ts';

const LANE_CONCURRENCY = 25;

/** The most lanes of a shard of the index that are looked up at once. */
const MAX_LANES = 500;

/** After how long a lane is looked at again, in milliseconds. */
const RECHECK_MS = 60_000;

/**
 * Looks after the lanes that are due in the table: wakes those that have something to do, which makes good for
 * lost messages and dead workers, and schedules the others for when they will have. A lane that fails holds up no
 * other. Gives how many it woke; throws at its end where one failed.
 */
export async function sweep(pipeline: WebhookServices, hasTime: () => boolean = () => true): Promise<number> {
  const seen = new Set<string>();
  const limit = pLimit(LANE_CONCURRENCY);
  let woken = 0;
  let failed = 0;
  for (;;) {
    const due = await findDueLanes(createReader(pipeline.database), pipeline.now(), MAX_LANES);
    // What was looked after is scheduled for later; the index may still show it, and then it ends here.
    const lanes = due.filter(({ webhookId, number }) => !seen.has(`${webhookId} ${number}`));
    if (lanes.length === 0 || !hasTime()) break;
    await Promise.all(
      lanes.map((lane) =>
        limit(async () => {
          if (!hasTime()) return;
          seen.add(`${lane.webhookId} ${lane.number}`);
          try {
            if (await sweepLane(pipeline, lane)) woken++;
          } catch (error) {
            failed++;
            logger.error('webhook lane was not looked after', { ...lane, ...errorFields(error) });
          }
        }),
      ),
    );
  }
  if (failed > 0) throw new Error(`${failed} lanes could not be looked after.`);
  return woken;
}

async function sweepLane({ database, now: clock, send }: WebhookServices, lane: Lane): Promise<boolean> {
  const read = createReader(database);
  const [state, next] = await Promise.all([getLane(read, lane), findNextDue(read, lane)]);
  const now = clock();
  // The index may lag behind what was scheduled since.
  if (!state?.dueAt || state.dueAt > now.toISOString()) return false;
  const later = (ms: number) => new Date(ms).toISOString();
  const reschedule = (at: string | undefined, idle = false) =>
    tryCommit(database, [rescheduleLane(lane, state, { at, idle }, writeConflict)]);
  if (state.leasedUntil > now.getTime()) {
    // Somebody works on it, or it rests; it must not stand before others in the index meanwhile.
    await reschedule(later(state.leasedUntil));
    return false;
  }
  if (next === undefined) {
    // The index may not show yet what was written just now, so only a second empty look ends it.
    await reschedule(state.idle ? undefined : later(now.getTime() + RECHECK_MS), true);
    return false;
  }
  const isDue = next <= now.toISOString();
  await reschedule(isDue ? later(now.getTime() + RECHECK_MS) : next);
  if (isDue) await send([lane]);
  return isDue;
}
