import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { findDueJobs } from './job-store.ts';
import type { SendJobs } from './wake-jobs.ts';

/** Jobs looked up at once in each part of the index: more than one workspace has. */
const JOBS_MAX = 2_000;

/**
 * Wakes workers for what is due: what has come of age, and what lost its message or its worker. Returns the number of
 * jobs. One that waits in the queue gets another message, which finds it done.
 */
export async function wakeDueJobs(database: Database, now: Date, send: SendJobs): Promise<number> {
  const jobs = await findDueJobs(createReader(database), now, JOBS_MAX);
  if (jobs.length > 0) await send(jobs);
  return jobs.length;
}
