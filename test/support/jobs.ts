import pLimit from 'p-limit';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findDueJobs } from '../../shared/kernel/jobs/job-store.ts';
import { runJob, type JobContext, type JobHandlers } from '../../shared/kernel/jobs/run-job.ts';

const AT_ONCE = 5;

/** Does the jobs of a table that are due, without a queue; returns how many were done, and throws if any failed. */
export async function runDueJobs(handlers: JobHandlers, context: JobContext): Promise<number> {
  const limit = pLimit(AT_ONCE);
  const due = await findDueJobs(createReader(context.database), context.now, 1_000);
  const results = await Promise.allSettled(due.map((job) => limit(() => runJob(handlers, context, job))));
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} jobs failed.`);
  return results.filter((result) => result.status === 'fulfilled' && result.value).length;
}
