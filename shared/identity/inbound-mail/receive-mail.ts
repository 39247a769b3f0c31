import { logger } from '../../kernel/core/logger.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { answerSender } from './answer-sender.ts';
import { LEFT_OUT_MESSAGE } from './left-out.ts';
import type { MailNotice } from './mail-notice.ts';
import type { Delivery, Mailbox, MailboxServices, MailRecipient, Refusal } from './mailbox.ts';
import { parseMail, parseMailHead, type ParsedMail } from './parsed-mail.ts';
import { receivedIdOf, recordReceived, wasReceived } from './received-mail-store.ts';

/** The most of a mail that is too large which is read, to know whom to answer. */
const HEAD_MAX_BYTES = 64 * 1_024;

export interface ReceiverServices extends MailboxServices {
  mailboxes: readonly Mailbox[];
  /** The first bytes of a stored mail, and its size; undefined if it is gone. */
  readStart: (
    bucket: string,
    key: string,
    bytes: number,
  ) => Promise<{ start: Uint8Array; size: number } | undefined>;
  read: (bucket: string, key: string) => Promise<Uint8Array | undefined>;
  /** The address that the service sends mail from. */
  ownAddress: string;
}

/**
 * Hands a mail to those that have one of its addresses, each once, however often it is delivered. What no delivery could
 * change is logged and left out, and a person is told why; any other error is thrown, so that the mail is delivered again.
 */
export async function receiveMail(services: ReceiverServices, notice: MailNotice): Promise<void> {
  const { deliveryId } = notice;
  const leftOut = (reason: string) => logger.warn(LEFT_OUT_MESSAGE, { deliveryId, reason });
  if (notice.isHarmful) return leftOut('spam or virus');
  // First, so that only those who know an address have the service read what they send.
  const recipients = await recipientsOf(services, notice);
  if (recipients.length === 0) return leftOut('unknown address');
  const stored = await services.readStart(notice.bucket, notice.key, HEAD_MAX_BYTES);
  if (!stored) throw new Error('The mail is not in the bucket.');
  const fits = ({ mailMaxBytes }: MailRecipient) => stored.size <= mailMaxBytes;
  const mail = recipients.some(fits)
    ? await parseMail((await services.read(notice.bucket, notice.key))!)
    : await parseMailHead(stored.start);
  if (!mail) return leftOut('unreadable');
  if (isAutomatic(notice, mail, services)) return leftOut('automatic');
  await handToEach(services, { notice, mail, recipients, fits });
}

interface Handed {
  notice: MailNotice;
  mail: ParsedMail;
  recipients: readonly MailRecipient[];
  fits: (recipient: MailRecipient) => boolean;
}

/** Throws the first failure after all recipients, perhaps of other workspaces, had their turn. */
async function handToEach(
  services: ReceiverServices,
  { notice, mail, recipients, fits }: Handed,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recipient of recipients) {
    try {
      const delivery = deliveryTo(recipient, { notice, mail }, services.now());
      const refusal = fits(recipient)
        ? await deliverOnce(services, recipient, delivery)
        : await recipient.refuseLarge(delivery);
      if (refusal) await refuse(services, delivery, { ...refusal, logged: recipient.logged });
    } catch (error) {
      if (!(error instanceof AlreadyReceived)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function deliveryTo(
  { id }: MailRecipient,
  { notice, mail }: Pick<Delivery, 'notice' | 'mail'>,
  now: Date,
): Delivery {
  const receivedId = receivedIdOf(id, mail, notice);
  return { notice, mail, receivedId, received: recordReceived(receivedId, now, () => new AlreadyReceived()) };
}

class AlreadyReceived extends Error {
  override name = 'AlreadyReceived';
}

async function deliverOnce(
  { database }: ReceiverServices,
  recipient: MailRecipient,
  delivery: Delivery,
): Promise<Refusal | undefined> {
  return await retryOnConflict(async () => {
    const isKnown = await wasReceived(createReader(database), delivery.receivedId);
    return isKnown ? undefined : await recipient.deliver(delivery);
  }, orRedeliver('The recipient of a mail was changed repeatedly by others.'));
}

async function refuse(
  services: ReceiverServices,
  { notice: { deliveryId }, mail: { subject }, receivedId }: Delivery,
  { reason, answer, logged }: Refusal & Pick<MailRecipient, 'logged'>,
): Promise<void> {
  logger.warn(LEFT_OUT_MESSAGE, { deliveryId, ...logged, reason });
  if (answer) await answerSender(services, { subject, receivedId, answer });
}

/** Who has the addresses of a mail, each once. */
async function recipientsOf(
  { mailboxes, ...services }: ReceiverServices,
  { recipients }: MailNotice,
): Promise<MailRecipient[]> {
  const found = await Promise.all(
    recipients.flatMap((address) => mailboxes.map((mailbox) => mailbox.find(address, services))),
  );
  return [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
}

/** Whether a mail was sent by a program, perhaps as an answer to one of the service: both could go on forever. */
const isAutomatic = (
  { returnPath }: MailNotice,
  mail: ParsedMail,
  { ownAddress }: ReceiverServices,
): boolean =>
  mail.isAutomatic ||
  ['', '<>'].includes(returnPath) ||
  mail.from?.address.toLowerCase() === ownAddress.toLowerCase();
