import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { requiredEnv } from '../shared/kernel/core/env.ts';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { jobHandlers, jobsMax } from '../shared/surface/groups/jobs.ts';
import { sendJobs } from '../shared/kernel/jobs/send-jobs.ts';
import type { JobMessage } from '../shared/kernel/jobs/wake-jobs.ts';
import {
  JOB_FAILED_MESSAGE,
  JOB_SLOTS_VARIABLE,
  workOnJob,
  type JobServices,
} from '../shared/kernel/jobs/work-on-job.ts';

/** Does the jobs that messages name. One that fails is in the table, and the schedule wakes it again after its lease. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const services = lambdaJobs();
  for (const { messageId, body } of Records) {
    try {
      await workOnJob(services, JSON.parse(body) as JobMessage);
    } catch (error) {
      logger.error(JOB_FAILED_MESSAGE, { messageId, body, ...errorFields(error) });
    }
  }
  return { batchItemFailures: [] };
}

function lambdaJobs(): JobServices {
  const database = lambdaDatabase();
  return {
    database,
    now: systemClock,
    randomBytes,
    send: sendJobs,
    handlers: jobHandlers,
    slots: Number(requiredEnv(JOB_SLOTS_VARIABLE)),
    jobsMax: (workspaceId) => jobsMax(database, workspaceId),
  };
}
