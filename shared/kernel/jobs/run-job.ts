import { writeConflict } from '../core/errors.ts';
import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { tryCommit } from '../db/write.ts';
import { getJob, isLeased, makeDue, moveJob, type Job, type JobName, type JobState } from './job-store.ts';

/** The lease of a worker in milliseconds; after that, another one starts over. */
const LEASE_MS = 60_000;
/**
 * The maximum number of times that a worker repeats a job which was requested meanwhile; after that, another worker
 * takes it.
 */
const ROUNDS_MAX = 5;

export interface JobContext {
  readonly database: Database;
  readonly now: Date;
}

/**
 * Runs a job from the current state of the table, so that running it twice is harmless, and returns when it is due
 * again, if ever.
 */
type JobHandler = (context: JobContext, ownerId: string) => Promise<Date | undefined>;
export type JobHandlers = Readonly<Record<JobName, JobHandler>>;

/**
 * Requests a job for a time, unless it is already due by then. The table's stream wakes a worker for due jobs. One write
 * after one read, however many others request the job or work on it, so that no owner can hold up the stream.
 */
export async function requestJob(database: Database, job: Job, at: Date): Promise<void> {
  const dueAt = at.toISOString();
  const state = await getJob(createReader(database), job);
  if (state.dueAt !== undefined && state.dueAt <= dueAt) return;
  await tryCommit(database, [makeDue(job, dueAt, writeConflict)]);
}

/** Whether a job in this state can run: it is due, and no worker holds it. */
const isOpen = (state: JobState, now: Date): boolean =>
  state.dueAt !== undefined && state.dueAt <= now.toISOString() && !isLeased(state, now);

/**
 * Runs a job if it is due and no other worker holds it, and again if it was requested meanwhile. If its worker is
 * interrupted, it is due again when the lease ends. Returns whether it ran. `known` is its state, if it was read.
 */
export async function runJob(
  handlers: JobHandlers,
  { database, now }: JobContext,
  job: Job,
  known?: JobState,
): Promise<boolean> {
  const read = () => getJob(createReader(database), job);
  const move = (from: JobState, to: Pick<JobState, 'dueAt' | 'leasedUntil'>) =>
    tryCommit(database, [moveJob(job, from, to, writeConflict)]);
  let state = known ?? (await read());
  const run: JobHandler | undefined = handlers[job.name];
  // A job of a newer release waits for it.
  if (!run || !isOpen(state, now)) return false;
  for (let round = 0; ; round++) {
    const leasedUntil = now.getTime() + LEASE_MS + round;
    // The time of a leased job is the end of its lease, unless it was requested meanwhile.
    const held = { ...state, isNew: false, dueAt: new Date(leasedUntil).toISOString(), leasedUntil };
    if (!(await move(state, held))) return round > 0;
    const next = await run({ database, now }, job.ownerId);
    if (await move(held, { dueAt: next?.toISOString(), leasedUntil: undefined })) return true;
    state = await read();
    if (state.leasedUntil !== leasedUntil) return true;
    // Requested meanwhile: the stream wakes another worker, for after this one's time or after many rounds.
    if (round + 1 === ROUNDS_MAX || (state.dueAt ?? '') > now.toISOString()) {
      await move(state, { dueAt: state.dueAt, leasedUntil: undefined });
      return true;
    }
  }
}
