import pLimit from 'p-limit';
import { createReader } from '../../kernel/db/reader.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { findNextDue } from './delivery-store.ts';
import type { Lane } from '../webhooks/lane.ts';
import { findDueLanes, getLane, rescheduleLane, type IndexPart } from '../webhooks/lane-store.ts';
import type { WebhookServices } from './pipeline.ts';

const LANE_CONCURRENCY = 25;

/** Maximum number of lanes per index shard looked up at once. */
const LANES_MAX = 500;

/** Time until a lane is rechecked, in milliseconds. */
const RECHECK_MS = 60_000;

/**
 * Processes the due lanes of a part of the index: wakes those with work, which recovers from lost messages and crashed
 * workers, and reschedules the others. A failing lane does not block other lanes. Returns the number of lanes woken;
 * throws at the end if any failed.
 */
export async function sweep(
  pipeline: WebhookServices,
  hasTime: () => boolean = () => true,
  part: IndexPart = { part: 0, of: 1 },
): Promise<number> {
  const seen = new Set<string>();
  const limit = pLimit(LANE_CONCURRENCY);
  let woken = 0;
  let failed = 0;
  for (;;) {
    const due = await findDueLanes(createReader(pipeline.database), pipeline.now(), LANES_MAX, part);
    // Processed lanes have a later schedule; the index may still show them, which ends the loop.
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
            logger.error('webhook lane sweep failed', { ...lane, ...errorFields(error) });
          }
        }),
      ),
    );
    // No part of the index had more than were looked up.
    if (due.length < LANES_MAX) break;
  }
  if (failed > 0) throw new Error(`${failed} lanes could not be swept.`);
  return woken;
}

async function sweepLane({ database, now: clock, send }: WebhookServices, lane: Lane): Promise<boolean> {
  const read = createReader(database);
  const [state, next] = await Promise.all([getLane(read, lane), findNextDue(read, lane)]);
  const now = clock();
  // The index may lag behind the schedule.
  if (!state?.dueAt || state.dueAt > now.toISOString()) return false;
  const later = (ms: number) => new Date(ms).toISOString();
  const reschedule = (at: string | undefined, idle = false) =>
    tryCommit(database, [rescheduleLane(lane, state, { at, idle }, writeConflict)]);
  if (state.leasedUntil > now.getTime()) {
    // It is leased or cooling down; reschedule it so that it does not block other lanes in the index.
    await reschedule(later(state.leasedUntil));
    return false;
  }
  if (next === undefined) {
    // The index may not show the latest writes yet, so only a second empty read is conclusive.
    await reschedule(state.idle ? undefined : later(now.getTime() + RECHECK_MS), true);
    return false;
  }
  const isDue = next <= now.toISOString();
  await reschedule(isDue ? later(now.getTime() + RECHECK_MS) : next);
  if (isDue) await send([{ ...lane, workspaceId: state.workspaceId }]);
  return isDue;
}
