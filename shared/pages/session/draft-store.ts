import { createHash } from 'node:crypto';
import { inAscii } from '../../kernel/core/in-ascii.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';
import type { Draft } from './draft.ts';

const RETENTION_SECONDS = 24 * 60 * 60;

/** Under the page whose form it was. */
const draftKey = (userId: string, page: string): Key => ({
  pk: userPartition(userId),
  sk: `DRAFT#${createHash('sha256')
    .update(inAscii(page.split(/[?#]/)[0]!))
    .digest('base64url')}`,
});

export const putDraft = (userId: string, page: string, draft: Draft, now: Date): Change => ({
  put: { ...draftKey(userId, page), draft, ttl: Math.ceil(now.getTime() / 1000) + RETENTION_SECONDS },
});

/** A user's draft for the form of a page, which is stored for a day. */
export async function getDraft(
  read: Reader,
  userId: string,
  page: string,
  now: Date,
): Promise<Draft | undefined> {
  const item = await read.get(draftKey(userId, page));
  return item && (item['ttl'] as number) * 1000 > now.getTime() ? (item['draft'] as Draft) : undefined;
}

export const deleteDraft = (userId: string, page: string): Change => ({ delete: draftKey(userId, page) });
