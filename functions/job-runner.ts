import { systemClock } from '../shared/kernel/core/clock.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { sendJobs } from '../shared/kernel/jobs/send-jobs.ts';
import { wakeDueJobs } from '../shared/kernel/jobs/wake-due-jobs.ts';

/** Runs every minute; returns the number of jobs that are due and that no worker holds. */
export const handler = async (): Promise<{ woken: number }> => ({
  woken: await wakeDueJobs(lambdaDatabase(), systemClock(), sendJobs),
});
