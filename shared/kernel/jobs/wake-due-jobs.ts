import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { dueJobPages } from './job-store.ts';
import type { SendJobs } from './wake-jobs.ts';

/** The number of jobs read at once from each part of the index. */
const JOBS_AT_ONCE = 500;

/**
 * Wakes workers for all due jobs: scheduled ones, and those that lost their message or worker. Returns the number of jobs.
 * A job that already waits in the queue gets another message, which finds it done. However many are due at one time, such
 * as midnight, those after them are woken too.
 */
export async function wakeDueJobs(
  database: Database,
  now: Date,
  send: SendJobs,
  atOnce = JOBS_AT_ONCE,
): Promise<number> {
  let woken = 0;
  for await (const jobs of dueJobPages(createReader(database), now, atOnce)) {
    if (jobs.length > 0) await send(jobs);
    woken += jobs.length;
  }
  return woken;
}
