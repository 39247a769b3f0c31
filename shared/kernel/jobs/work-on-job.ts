import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { createSlotPool } from '../slots/slot-pool.ts';
import { getJob, type Job, type JobName } from './job-store.ts';
import { runJob, type JobHandlers } from './run-job.ts';
import { secondsUntilDue, jobTenant, type JobMessage, type SendJobs } from './wake-jobs.ts';

/** The variable with the number of slots of a workspace. */
export const JOB_SLOTS_VARIABLE = 'JOB_SLOTS';

/** Part of the log line of a job that failed, for which there is an alarm. */
export const JOB_FAILED_MESSAGE = 'job failed';

/** Delays in seconds before a message is tried again because its workspace has no free slot; after that, the schedule wakes the job. */
export const SLOT_DEFERRAL_SECONDS = [1, 2, 4, 8, 16];

/** External dependencies of a worker. */
export interface JobServices {
  database: Database;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  send: SendJobs;
  handlers: JobHandlers;
  /** The maximum number of concurrent jobs of one workspace. */
  slots: number;
  /** The maximum number of jobs that a workspace can have; undefined if unknown. */
  jobsMax: (workspaceId: string) => Promise<number | undefined>;
}

/**
 * Runs the job that a message names, if it is still due, in one of its workspace's slots. Without a free slot, or
 * before the job's time, the message is sent again. Returns whether the job ran.
 */
export async function workOnJob(services: JobServices, message: JobMessage): Promise<boolean> {
  const { database, now: clock, handlers } = services;
  const now = clock();
  const state = await getJob(createReader(database), message);
  const delaySeconds = secondsUntilDue(state, now);
  if (delaySeconds === undefined) return false;
  // The clocks of functions differ.
  if (delaySeconds > 0) {
    await services.send([message], delaySeconds);
    return false;
  }
  const job = { ...message, workspaceId: state.workspaceId ?? message.workspaceId };
  const release = await acquireSlot(services, job);
  if (!release) {
    await defer(services, job);
    return false;
  }
  try {
    return await runJob(handlers, { database, now }, job, state);
  } finally {
    await release();
  }
}

/** A workspace can have any number of recurring stories, scheduled updates, pieces of news, reversals, rules and busy feeds. */
const uncounted: ReadonlySet<JobName> = new Set([
  'recurring_story',
  'publish_update',
  'tell_followers',
  'revert',
  'rule',
  'busy_feed',
]);

/**
 * Acquires a slot and returns the function that releases it, or undefined if none is free. A workspace that cannot have
 * more jobs than slots needs none.
 */
async function acquireSlot(services: JobServices, job: Job) {
  const workspaceId = jobTenant(job);
  const most = uncounted.has(job.name) ? undefined : await services.jobsMax(workspaceId);
  if (most !== undefined && most <= services.slots) return async () => {};
  return await createSlotPool('jobs', services).acquire(workspaceId);
}

async function defer({ send }: JobServices, message: JobMessage): Promise<void> {
  const { deferred = 0 } = message;
  const delaySeconds = SLOT_DEFERRAL_SECONDS[deferred];
  if (delaySeconds !== undefined) await send([{ ...message, deferred: deferred + 1 }], delaySeconds);
}
