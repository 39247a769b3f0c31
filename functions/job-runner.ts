import type { Context } from 'aws-lambda';
import { systemClock } from '../shared/core/clock.ts';
import { lambdaDatabase } from '../shared/db/client.ts';
import { jobHandlers } from '../shared/groups/jobs.ts';
import { runDueJobs } from '../shared/jobs/run-due-jobs.ts';

/** Minimum remaining time of the function to start another job, in milliseconds. */
const MIN_REMAINING_MS = 10_000;

/** Runs every minute and does the jobs that are due; returns how many. */
export async function handler(_: unknown, context: Context): Promise<{ done: number }> {
  const hasTime = () => context.getRemainingTimeInMillis() > MIN_REMAINING_MS;
  return { done: await runDueJobs(jobHandlers, { database: lambdaDatabase(), now: systemClock() }, hasTime) };
}
