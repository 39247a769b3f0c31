import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { requiredEnv } from '../shared/kernel/core/env.ts';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { jobHandlers, jobsMax } from '../shared/surface/workers/jobs.ts';
import { sendJobs } from '../shared/kernel/jobs/send-jobs.ts';
import type { ContendedRecord } from '../shared/projections/contended-record.ts';
import type { JobMessage } from '../shared/kernel/jobs/wake-jobs.ts';
import {
  JOB_FAILED_MESSAGE,
  JOB_SLOTS_VARIABLE,
  workOnJob,
  type JobServices,
} from '../shared/kernel/jobs/work-on-job.ts';

/**
 * Does the jobs that messages name. One that fails is in the table, and the schedule wakes it again after its lease. Records
 * that the projector handed over are nowhere else: the queue delivers those that fail again.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const services = lambdaJobs();
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of Records) {
    const message = JSON.parse(body) as JobMessage | ContendedRecord;
    try {
      if ('record' in message) await processRecord(services, message);
      else await workOnJob(services, message);
    } catch (error) {
      const isRecord = 'record' in message;
      if (isRecord) batchItemFailures.push({ itemIdentifier: messageId });
      // A record may hold personal data.
      const what = isRecord ? { projection: message.projection } : { body };
      logger.error(JOB_FAILED_MESSAGE, { messageId, ...what, ...errorFields(error) });
    }
  }
  return { batchItemFailures };
}

/** Imported on demand: few invocations need the projections. */
async function processRecord(services: JobServices, message: ContendedRecord): Promise<void> {
  const [{ workOnContended }, { sendRecords }] = await Promise.all([
    import('../shared/surface/workers/contended.ts'),
    import('../shared/projections/contended-record.ts'),
  ]);
  await workOnContended({ ...services, send: sendRecords }, message);
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
