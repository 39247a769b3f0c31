import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { getObject, getObjectStart } from '../shared/kernel/core/bucket.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { optionalEnv, requiredEnv } from '../shared/kernel/core/env.ts';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';
import { parseNotice } from '../shared/planning/triage-mail/mail-notice.ts';
import { receiveMail, type ReceiverServices } from '../shared/planning/triage-mail/receive-mail.ts';

/** Makes stories of the mails that SES has stored, one after another; one that fails is delivered again. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const services = lambdaServices();
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of Records) {
    try {
      await receiveMail(services, parseNotice(body));
    } catch (error) {
      logger.error('mail could not be received', { messageId, ...errorFields(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

const lambdaServices = (): ReceiverServices => ({
  database: lambdaDatabase(),
  now: systemClock,
  setting: optionalEnv,
  sizeOf: async (bucket, key) => (await getObjectStart(bucket, key, 1))?.size,
  read: getObject,
  ownAddress: /[^<\s]+@[^>\s]+/.exec(requiredEnv('MAIL_FROM'))![0],
});
