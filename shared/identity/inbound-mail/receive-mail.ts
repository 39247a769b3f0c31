import { logger } from '../../kernel/core/logger.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createSlotPool } from '../../kernel/slots/slot-pool.ts';
import { answerSender } from './answer-sender.ts';
import { countMail } from './count-mail.ts';
import { LEFT_OUT_MESSAGE } from './left-out.ts';
import type { MailNotice } from './mail-notice.ts';
import type { Delivery, Mailbox, MailboxServices, MailRecipient, Refusal } from './mailbox.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { readMail, type ReadMail, type StoredMails } from './read-mail.ts';
import { receivedIdOf, recordReceived, wasReceived } from './received-mail-store.ts';

export interface ReceiverServices extends MailboxServices, StoredMails {
  mailboxes: readonly Mailbox[];
  randomBytes: (size: number) => Buffer;
  /** How many mails of one workspace are read at once. */
  slots: number;
  /** Has the mail delivered again later, to these of its addresses, since those whose they are have no free slot. */
  postpone: (tenant: string, addresses: readonly string[]) => Promise<void>;
  /** The address that the service sends mail from. */
  ownAddress: string;
}

/**
 * Hands a mail to those that have one of its addresses, each once, however often it is delivered. What no delivery could
 * change is logged and left out, and a person is notified of the reason; any other error is thrown, so that the mail is delivered again.
 */
export async function receiveMail(services: ReceiverServices, notice: MailNotice): Promise<void> {
  const { deliveryId, returnPath } = notice;
  const leaveOut = (reason: string) => logger.warn(LEFT_OUT_MESSAGE, { deliveryId, reason });
  if (notice.isHarmful) return leaveOut('spam or virus');
  if (['', '<>'].includes(returnPath)) return leaveOut('automatic');
  // First, so that only those who know an address have the service read what they send, and only so many mails.
  const known = await recipientsOf(services, notice);
  if (known.length === 0) return leaveOut('unknown address');
  const recipients = await admit(services, notice, known);
  if (recipients.length === 0) return;
  let reading: Promise<ReadMail | undefined> | undefined;
  const read = () => (reading ??= readMail(services, notice, recipients));
  await takeTurns(services, recipients, async (group) => {
    const found = await read();
    if (!found) return leaveOut('unreadable');
    if (isAutomatic(found.mail, services)) return leaveOut('automatic');
    await handToEach(services, notice, { ...found, recipients: group });
  });
}

interface AddressedRecipient extends MailRecipient {
  /** The addresses of the mail that are theirs. */
  addresses: readonly string[];
}

/** The recipients whose limits the mail is within. */
async function admit(
  { database, now }: ReceiverServices,
  notice: MailNotice,
  recipients: readonly AddressedRecipient[],
): Promise<AddressedRecipient[]> {
  const admitted: AddressedRecipient[] = [];
  for (const recipient of recipients) {
    if (await countMail(database, recipient, notice, now())) admitted.push(recipient);
    else {
      const { deliveryId } = notice;
      logger.warn(LEFT_OUT_MESSAGE, { deliveryId, ...recipient.logged, reason: 'too many in an hour' });
    }
  }
  return admitted;
}

/**
 * Does something for the recipients of each tenant in one of its slots; those of one without a free slot get the mail later.
 * Throws the first failure after all, perhaps of other workspaces, had their turn.
 */
async function takeTurns(
  services: ReceiverServices,
  recipients: readonly AddressedRecipient[],
  work: (group: readonly AddressedRecipient[]) => Promise<void>,
): Promise<void> {
  const pool = createSlotPool('mails', services);
  const groups = Map.groupBy(recipients, ({ tenant }) => tenant);
  await forEach(groups, async ([tenant, group]) => {
    const release = await pool.acquire(tenant);
    if (!release)
      return await services.postpone(
        tenant,
        group.flatMap(({ addresses }) => addresses),
      );
    try {
      await work(group);
    } finally {
      await release();
    }
  });
}

/** Throws the first failure after all recipients had their turn. */
async function handToEach(
  services: ReceiverServices,
  notice: MailNotice,
  { mail, problemOf, recipients }: ReadMail & { recipients: readonly MailRecipient[] },
): Promise<void> {
  await forEach(recipients, async (recipient) => {
    const delivery = deliveryTo(recipient, { notice, mail }, services.now());
    const problem = problemOf(recipient);
    const refusal =
      problem === undefined
        ? await deliverOnce(services, recipient, delivery)
        : await recipient.refuseUnread(delivery, problem);
    if (refusal) await refuse(services, delivery, { ...refusal, logged: recipient.logged });
  });
}

/** Does something for each, one after another, and throws the first failure after the last. */
async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
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
  try {
    return await retryOnConflict(async () => {
      const isKnown = await wasReceived(createReader(database), delivery.receivedId);
      return isKnown ? undefined : await recipient.deliver(delivery);
    }, orRedeliver('The recipient of a mail was changed repeatedly by others.'));
  } catch (error) {
    if (error instanceof AlreadyReceived) return undefined;
    throw error;
  }
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
): Promise<AddressedRecipient[]> {
  const found = await Promise.all(
    recipients.flatMap((address) =>
      mailboxes.map(async (mailbox) => ({ address, recipient: await mailbox.find(address, services) })),
    ),
  );
  const known = new Map<string, AddressedRecipient>();
  for (const { address, recipient } of found) {
    if (!recipient) continue;
    const addresses = known.get(recipient.id)?.addresses ?? [];
    known.set(recipient.id, { ...recipient, addresses: [...addresses, address] });
  }
  return [...known.values()];
}

/** Whether a mail was sent by a program, perhaps as an answer to one of the service: both could go on forever. */
const isAutomatic = (mail: ParsedMail, { ownAddress }: ReceiverServices): boolean =>
  mail.isAutomatic || mail.from?.address.toLowerCase() === ownAddress.toLowerCase();
