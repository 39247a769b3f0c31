import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** Forms that people have submitted. */
const nonceKind = itemKind('ONCE#', 'expiry');

const RETENTION_SECONDS = 24 * 60 * 60;
const nonceKey = (userId: string, once: string): Key => nonceKind.key(`${userId}#${once}`);

export const isRecorded = async (read: Reader, userId: string, once: string): Promise<boolean> =>
  (await read.get(nonceKey(userId, once))) !== undefined;

export const putNonce = (
  { userId, once }: { userId: string; once: string },
  now: Date,
  submitted: () => Error,
): Change => ({
  put: { ...nonceKey(userId, once), ttl: Math.ceil(now.getTime() / 1000) + RETENTION_SECONDS },
  if: 'absent',
  onConditionFailed: submitted,
});
