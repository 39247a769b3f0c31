import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { findDueJobs } from './job-store.ts';
import type { SendJobs } from './wake-jobs.ts';

/** The number of jobs read at once from each part of the index: more than one workspace has. */
const JOBS_MAX = 2_000;

/**
 * Wakes workers for due jobs: scheduled ones, and those that lost their message or worker. Returns the number of jobs.
 * A job that already waits in the queue gets another message, which finds it done.
 */
export async function wakeDueJobs(database: Database, now: Date, send: SendJobs): Promise<number> {
  const jobs = await findDueJobs(createReader(database), now, JOBS_MAX);
  if (jobs.length > 0) await send(jobs);
  return jobs.length;
}
