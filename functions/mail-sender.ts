import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { replyAddress, type Reply } from '../shared/feedback/mail-replies/reply-address.ts';
import { getKeys } from '../shared/kernel/secrets/keys.ts';
import { lambdaMail } from '../shared/identity/mail/lambda-mail.ts';
import type { WrittenText } from '../shared/identity/mail/render-mail.ts';
import { sendMail } from '../shared/identity/mail/send-mail.ts';
import type { MailMessage } from '../shared/identity/mail/wake-mail.ts';

/** Sends the mails named in messages; the message of one that could not be looked at is retried. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const mail = lambdaMail();
  const services = {
    ...mail,
    // Imported on demand, since few mails show an update.
    readUpdate: async (id: string) =>
      await (await import('../shared/feedback/updates/update-in-mail.ts')).updateInMail(mail.database, id),
    renderWritten: async (written: WrittenText) =>
      (await import('../shared/feedback/markdown/written-in-mail.ts')).writtenInMail(written),
    replyAddress: (reply: Reply) => replyAddress(reply, { ...mail, keys: getKeys }),
  };
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await sendMail(services, (JSON.parse(body) as MailMessage).mailId);
        return [];
      } catch (error) {
        logger.error('mail could not be processed', { messageId, ...errorFields(error) });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
