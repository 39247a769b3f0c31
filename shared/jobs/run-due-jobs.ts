import pLimit from 'p-limit';
import { errorFields, logger } from '../core/logger.ts';
import { createReader } from '../db/reader.ts';
import { findDueJobs } from './job-store.ts';
import { runJob, type JobContext, type JobHandlers } from './run-job.ts';

const CONCURRENCY = 5;
/** Jobs looked up at once in each part of the index. */
const JOBS_MAX = 200;

/**
 * Does what is due: what has come of age, and what was requested and left by a worker that was interrupted.
 * A failing job does not hold up others. Returns how many were done; throws at the end if any failed.
 */
export async function runDueJobs(
  handlers: JobHandlers,
  context: JobContext,
  hasTime: () => boolean = () => true,
): Promise<number> {
  const jobs = await findDueJobs(createReader(context.database), context.now, JOBS_MAX);
  const limit = pLimit(CONCURRENCY);
  let done = 0;
  let failed = 0;
  await Promise.all(
    jobs.map((job) =>
      limit(async () => {
        if (!hasTime()) return;
        try {
          if (await runJob(handlers, context, { job, holder: 'schedule' })) done++;
        } catch (error) {
          failed++;
          logger.error('job failed', { ...job, ...errorFields(error) });
        }
      }),
    ),
  );
  if (failed > 0) throw new Error(`${failed} jobs failed.`);
  return done;
}
