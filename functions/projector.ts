import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { randomBytes } from 'node:crypto';
import {
  AUDIT_RETENTION_VARIABLE,
  auditRetentionMs,
} from '../shared/kernel/api/operation/audit-trail-store.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { toItemChange, type ItemChange } from '../shared/kernel/db/stream-record.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { hasEnv, optionalEnv, requiredEnv } from '../shared/kernel/core/env.ts';
import { projections } from '../shared/surface/workers/projections.ts';
import { sendJobs } from '../shared/kernel/jobs/send-jobs.ts';
import { wakeChangedJobs } from '../shared/kernel/jobs/wake-jobs.ts';
import { wakeMail } from '../shared/identity/mail/wake-mail.ts';
import { wakeNewMails } from '../shared/identity/mail/wake-new-mails.ts';
import { project, type Unprocessed } from '../shared/projections/project.ts';

/**
 * Wakes workers for new mails and for jobs that are due, and runs the projections. Records from the first that failed because of the database are
 * delivered again; those that others' writes kept from being processed are handed over to the workers of jobs, and records that cannot
 * be processed for other reasons are stored in the bucket.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  // An environment that sends no mail has no queue for it.
  const sendsMail = hasEnv('MAIL_QUEUE_URL');
  const retention = auditRetentionMs(optionalEnv(AUDIT_RETENTION_VARIABLE));
  const now = systemClock();
  const context = { database: lambdaDatabase(), now, inOrder: true, sendsMail, auditRetentionMs: retention };
  const changes = Records.map(toItemChange);
  if (sendsMail) {
    await wakeNewMails(changes, (mails) => wakeMail(requiredEnv('MAIL_QUEUE_URL'), mails));
  }
  await wakeChangedJobs(changes, now, sendJobs);
  const { retryFrom, unprocessed, contended } = await project(projections, context, changes, {
    handsOver: true,
  });
  const withRecord = <T extends { change: ItemChange }>(one: T) => ({
    ...one,
    record: Records[changes.indexOf(one.change)]!,
  });
  const left: (Unprocessed & { record: unknown })[] = unprocessed.map(withRecord);
  if (contended.length > 0) {
    const { sendContended, sendRecords } = await import('../shared/projections/contended-record.ts');
    const large = await sendContended(contended.map(withRecord), context, {
      send: sendRecords,
      randomBytes,
    });
    left.push(...large.map((one) => ({ ...one, error: new Error('Other writes kept coming first.') })));
  }
  if (left.length > 0) {
    const { storeUnprocessed } = await import('../shared/projections/store-unprocessed.ts');
    await storeUnprocessed(left);
  }
  return { batchItemFailures: retryFrom ? [{ itemIdentifier: retryFrom.sequenceNumber }] : [] };
}
