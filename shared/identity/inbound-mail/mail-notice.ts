import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';

const verdict = () => z.object({ status: z.string() }).optional();

const noticeSchema = memoize(() =>
  z.object({
    mail: z.object({
      messageId: z.string(),
      timestamp: z.iso.datetime({ offset: true }),
      source: z.string(),
    }),
    receipt: z.object({
      recipients: z.array(z.string()),
      spamVerdict: verdict(),
      virusVerdict: verdict(),
      spfVerdict: verdict(),
      dmarcVerdict: verdict(),
      action: z.object({ bucketName: z.string(), objectKey: z.string() }),
    }),
  }),
);

/** What SES says of a mail that it has stored. */
export interface MailNotice {
  /** SES's own id of the delivery. */
  deliveryId: string;
  receivedAt: Date;
  /** The address of the envelope that failures are reported to; none for a report itself. */
  returnPath: string;
  /** Addresses of the envelope. */
  recipients: readonly string[];
  isHarmful: boolean;
  /**
   * The domain whose own server has sent the mail, if the policies of the sender confirm it. A signature alone does not
   * tell: it stays valid when anyone who has received the mail sends it to another address.
   */
  sentBy: string | undefined;
  bucket: string;
  key: string;
}

/**
 * Reads the notification of SES's action that stores a mail; throws for anything else.
 * https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html
 */
export function parseNotice(text: string): MailNotice {
  const { mail, receipt } = noticeSchema().parse(JSON.parse(text));
  const { spamVerdict, virusVerdict, spfVerdict, dmarcVerdict, action } = receipt;
  return {
    deliveryId: mail.messageId,
    receivedAt: new Date(mail.timestamp),
    returnPath: mail.source,
    recipients: receipt.recipients,
    isHarmful: [spamVerdict, virusVerdict].some((one) => one?.status === 'FAIL'),
    sentBy: [spfVerdict, dmarcVerdict].every((one) => one?.status === 'PASS')
      ? domainOf(mail.source)
      : undefined,
    bucket: action.bucketName,
    key: action.objectKey,
  };
}

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();
