import { systemClock } from '../shared/core/clock.ts';
import { lambdaDatabase } from '../shared/db/client.ts';
import { sendJobs } from '../shared/jobs/send-jobs.ts';
import { wakeDueJobs } from '../shared/jobs/wake-due-jobs.ts';

/** Runs every minute; returns the number of jobs that are due and that no worker holds. */
export const handler = async (): Promise<{ woken: number }> => ({
  woken: await wakeDueJobs(lambdaDatabase(), systemClock(), sendJobs),
});
