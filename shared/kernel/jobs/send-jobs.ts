import { requiredEnv } from '../core/env.ts';
import { sendMessages } from '../core/queue.ts';
import { jobTenant, type SendJobs } from './wake-jobs.ts';

/** Puts messages for jobs into the queue, which serves workspaces in turn. */
export const sendJobs: SendJobs = (messages, delaySeconds) =>
  sendMessages(requiredEnv('JOB_QUEUE_URL'), messages, { tenantOf: jobTenant, delaySeconds });
