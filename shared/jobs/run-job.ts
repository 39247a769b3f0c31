import { writeConflict } from '../core/errors.ts';
import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { orDeliveredAgain, retryOnConflict } from '../db/retry-on-conflict.ts';
import { commit, tryCommit } from '../db/write.ts';
import { getJob, moveJob, type Job, type JobName } from './job-store.ts';

/** How long a worker may take; after that, another one starts again. In milliseconds. */
const LEASE_MS = 60_000;
/** How often a job is done again at once because it was requested meanwhile. */
const ROUNDS_MAX = 5;

export interface JobContext {
  readonly database: Database;
  readonly now: Date;
}

/**
 * Does a job from the current state of the table, so that doing it twice does no harm, and returns when it is
 * due again, if ever.
 */
type JobHandler = (context: JobContext, ownerId: string) => Promise<Date | undefined>;
export type JobHandlers = Readonly<Record<JobName, JobHandler>>;

/** Requests a job at a time, unless it is due by then anyway. The table's stream starts those that are due. */
export async function requestJob(database: Database, job: Job, at: Date): Promise<void> {
  const dueAt = at.toISOString();
  const request = async () => {
    const state = await getJob(createReader(database), job);
    if (state.dueAt !== undefined && state.dueAt <= dueAt) return;
    await commit(database, [moveJob(job, state, { ...state, dueAt }, writeConflict)]);
  };
  await retryOnConflict(request, orDeliveredAgain('A job was requested repeatedly by others.'));
}

/**
 * Who does a job. The stream hands a job's records over one after another, and again after a crash: it may take
 * up its own lease.
 */
type Holder = 'stream' | 'schedule';

/**
 * Does a job if it is due and no other worker holds it; again if it was requested meanwhile. A worker that is
 * interrupted leaves the job to the next record, or to the schedule after its lease. Returns whether it was done.
 */
export async function runJob(
  handlers: JobHandlers,
  { database, now }: JobContext,
  { job, holder }: { job: Job; holder: Holder },
): Promise<boolean> {
  let done = false;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const state = await getJob(createReader(database), job);
    const isLeased = (state.leasedUntil ?? 0) > now.getTime();
    const isOwn = round > 0 || (holder === 'stream' && state.holder === 'stream');
    if (state.dueAt === undefined || (isLeased && !isOwn)) return done;
    // The time of a leased job is the end of its lease, unless it was requested meanwhile.
    const isInterrupted = isLeased && round === 0;
    if (state.dueAt > now.toISOString() && !isInterrupted) {
      const free = { dueAt: state.dueAt, leasedUntil: undefined, holder: undefined };
      // Requested meanwhile for after this worker's time: the stream starts it once it is free.
      if (round > 0) await tryCommit(database, [moveJob(job, state, free, writeConflict)]);
      return done;
    }
    const leasedUntil = now.getTime() + LEASE_MS + round;
    const held = { dueAt: new Date(leasedUntil).toISOString(), leasedUntil, holder };
    if (!(await tryCommit(database, [moveJob(job, state, held, writeConflict)]))) return done;
    const next = await handlers[job.name]({ database, now }, job.ownerId);
    done = true;
    const free = { dueAt: next?.toISOString(), leasedUntil: undefined, holder: undefined };
    if (await tryCommit(database, [moveJob(job, held, free, writeConflict)])) return done;
  }
  return done;
}
