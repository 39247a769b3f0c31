import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** Forms that people have submitted. */
const nonceKind = itemKind('ONCE#', 'expiry');

const RETENTION_SECONDS = 24 * 60 * 60;
const nonceKey = (userId: string, nonce: string): Key => nonceKind.key(`${userId}#${nonce}`);

export const isRecorded = async (read: Reader, userId: string, nonce: string): Promise<boolean> =>
  (await read.get(nonceKey(userId, nonce))) !== undefined;

export const putNonce = (
  { userId, nonce }: { userId: string; nonce: string },
  now: Date,
  submitted: () => Error,
): Change => ({
  put: { ...nonceKey(userId, nonce), ttl: Math.ceil(now.getTime() / 1000) + RETENTION_SECONDS },
  if: 'absent',
  onConditionFailed: submitted,
});
