import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomBytes } from 'node:crypto';
import { getObject, getObjectStart } from '../shared/kernel/core/bucket.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { optionalEnv, requiredEnv } from '../shared/kernel/core/env.ts';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { sendMessages } from '../shared/kernel/core/queue.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { getKeys } from '../shared/kernel/secrets/keys.ts';
import { parseNotice } from '../shared/identity/inbound-mail/mail-notice.ts';
import { PARSE_MAX_MS } from '../shared/identity/inbound-mail/parse-in-thread.ts';
import { MAIL_SLOTS_VARIABLE, postponed } from '../shared/identity/inbound-mail/postpone-mail.ts';
import { receiveMail, type ReceiverServices } from '../shared/identity/inbound-mail/receive-mail.ts';
import { replyMailbox } from '../shared/feedback/mail-replies/reply-mailbox.ts';
import { triageMailbox } from '../shared/planning/triage-mail/triage-mailbox.ts';

/** Hands on the mails that SES has stored, one after another; one that fails is delivered again. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of Records) {
    try {
      await receiveMail(lambdaServices(body), parseNotice(body));
    } catch (error) {
      logger.error('mail could not be received', { messageId, ...errorFields(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

const lambdaServices = (notification: string): ReceiverServices => ({
  database: lambdaDatabase(),
  now: systemClock,
  setting: optionalEnv,
  keys: getKeys,
  mailboxes: [triageMailbox, replyMailbox],
  readStart: getObjectStart,
  read: getObject,
  parseMaxMs: PARSE_MAX_MS,
  randomBytes,
  slots: Number(requiredEnv(MAIL_SLOTS_VARIABLE)),
  postpone: (tenant, addresses) => postpone(notification, { tenant, addresses }),
  ownAddress: /[^<\s]+@[^>\s]+/.exec(requiredEnv('MAIL_FROM'))![0],
});

/** Puts a mail into the queue again, which serves workspaces in turn. */
async function postpone(
  notification: string,
  { tenant, addresses }: { tenant: string; addresses: readonly string[] },
): Promise<void> {
  const { message, delaySeconds } = postponed(notification, addresses);
  await sendMessages(requiredEnv('INBOUND_QUEUE_URL'), [message], { tenantOf: () => tenant, delaySeconds });
}
