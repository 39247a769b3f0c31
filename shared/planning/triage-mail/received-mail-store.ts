import { createHash } from 'node:crypto';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';

/** Longer than a delivery is repeated: queues and the bucket have deleted it by then. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Mails that a team has received, so that a repeated delivery makes no second story. */
const receivedKind = itemKind('RM#', 'expiry');

/** Identifies a mail to a team: by the sender's id of it or, if it has none, by that of its delivery. */
export const receivedIdOf = (teamId: string, messageId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([teamId, messageId]))
    .digest('base64url');

export const wasReceived = async (read: Reader, receivedId: string): Promise<boolean> =>
  (await read.get(receivedKind.key(receivedId))) !== undefined;

/** Records that a mail was received. Throws `known` if it was received before. */
export const recordReceived = (receivedId: string, now: Date, known: () => Error): Change => ({
  put: { ...receivedKind.key(receivedId), ttl: Math.ceil((now.getTime() + RETENTION_MS) / 1_000) },
  if: 'absent',
  onConditionFailed: known,
});
