import pLimit from 'p-limit';
import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import { findNextDue } from './delivery-store.ts';
import type { Lane } from './lane.ts';
import { findDueLanes, getLane, rescheduleLane } from './lane-store.ts';
import type { Pipeline } from './pipeline.ts';

const LANES_AT_ONCE = 25;

/** The most lanes of a shard of the index that one sweep looks at; the next sweep takes the rest. */
const LANES_MOST = 500;

/** After how long a lane that was woken is looked at again, in milliseconds. */
const LINGER = 60_000;

/**
 * Looks after the lanes that are due in the table: wakes those that have something to do, which makes good for
 * lost messages and dead workers, and schedules the others for when they will have. Gives how many it woke.
 */
export async function sweep(pipeline: Pipeline, hasTime: () => boolean = () => true): Promise<number> {
  const { database, now } = pipeline;
  const lanes = await findDueLanes(createReader(database), now(), LANES_MOST);
  const limit = pLimit(LANES_AT_ONCE);
  const woken = await Promise.all(
    lanes.map((lane) => limit(async () => hasTime() && (await lookAfter(pipeline, lane)))),
  );
  return woken.filter(Boolean).length;
}

async function lookAfter({ database, now: clock, send }: Pipeline, lane: Lane): Promise<boolean> {
  const read = createReader(database);
  const [state, next] = await Promise.all([getLane(read, lane), findNextDue(read, lane)]);
  const now = clock();
  const reschedule = (at: string | undefined) =>
    commit(database, [rescheduleLane(lane, state!, at, scheduledAnew)]).catch(ignoreScheduledAnew);
  // Somebody works on it, or it rests; and the index may lag behind what was scheduled since.
  if (!state || state.leasedUntil > now.getTime() || !state.dueAt || state.dueAt > now.toISOString())
    return false;
  if (next === undefined || next > now.toISOString()) {
    await reschedule(next);
    return false;
  }
  await reschedule(new Date(now.getTime() + LINGER).toISOString());
  await send([lane]);
  return true;
}

class ScheduledAnew extends Error {
  override name = 'ScheduledAnew';
}

const scheduledAnew = () => new ScheduledAnew('The lane was scheduled meanwhile.');

function ignoreScheduledAnew(error: unknown): void {
  if (!(error instanceof ScheduledAnew)) throw error;
}
