import { sendMessages } from '../../kernel/core/queue.ts';
import type { MailToWake } from './mail-store.ts';

/** A message that a mail has to be sent; the mail is in the table. */
export interface MailMessage {
  mailId: string;
  newsOf?: string;
}

/** Puts messages for mails into the queue, after a delay in seconds. */
export const wakeMail = (
  queueUrl: string,
  mails: readonly MailToWake[],
  delaySeconds?: number,
): Promise<void> =>
  sendMessages(
    queueUrl,
    mails.map(({ id, ...tenant }): MailMessage => ({ mailId: id, ...tenant })),
    { tenantOf: ({ mailId, newsOf }) => newsOf ?? mailId, delaySeconds },
  );
