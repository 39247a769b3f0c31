import { sendMessages } from '../core/queue.ts';

/** A message that a mail has to be sent; the mail is in the table. */
export interface MailMessage {
  mailId: string;
}

/** Puts messages for mails into the queue, after a delay in seconds. */
export const wakeMail = (queueUrl: string, ids: readonly string[], delaySeconds?: number): Promise<void> =>
  sendMessages(
    queueUrl,
    ids.map((mailId): MailMessage => ({ mailId })),
    { tenantOf: ({ mailId }) => mailId, delaySeconds },
  );
