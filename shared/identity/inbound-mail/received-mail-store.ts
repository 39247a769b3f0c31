import { createHash } from 'node:crypto';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { MailNotice } from './mail-notice.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** Longer than a delivery is repeated: queues and the bucket have deleted it by then. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Mails that were received, so that a repeated delivery has no second effect. */
const receivedKind = itemKind('RM#', 'expiry');

/**
 * Identifies a mail to a recipient: by what it says and the sender's id of it, which programs repeat, or if it has none by
 * the id of its delivery.
 */
export function receivedIdOf(
  recipientId: string,
  mail: Pick<ParsedMail, 'messageId' | 'from' | 'subject' | 'text' | 'files'>,
  { deliveryId }: Pick<MailNotice, 'deliveryId'>,
): string {
  const { messageId, from, subject, text, files } = mail;
  if (!messageId) return hashOf(JSON.stringify([recipientId, deliveryId]));
  const filesSaid = files.map(({ name, bytes }) => [name, hashOf(bytes)]);
  return hashOf(JSON.stringify([recipientId, messageId, from?.address, subject, text, filesSaid]));
}

/** Identifies the count of a delivery towards the limits of a recipient. */
export const countedIdOf = (recipientId: string, deliveryId: string): string =>
  hashOf(JSON.stringify(['counted', recipientId, deliveryId]));

const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64url');

export const wasReceived = async (read: Reader, receivedId: string): Promise<boolean> =>
  (await read.get(receivedKind.key(receivedId))) !== undefined;

/** Records that a mail was received. Throws `known` if it was received before. */
export const recordReceived = (receivedId: string, now: Date, known: () => Error): Change => ({
  put: { ...receivedKind.key(receivedId), ttl: Math.ceil((now.getTime() + RETENTION_MS) / 1_000) },
  if: 'absent',
  onConditionFailed: known,
});
