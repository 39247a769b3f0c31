import type { Database } from '../../kernel/core/database.ts';
import { commit } from '../../kernel/db/write.ts';
import { countAttempt, LimitReached, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { MailNotice } from './mail-notice.ts';
import type { MailRecipient } from './mailbox.ts';
import { countedIdOf, recordReceived } from './received-mail-store.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** Mails of one sender to one recipient, so that one who sends too many leaves room for others. */
export const SENDER_LIMIT: RateLimit = { name: 'mails of sender', most: 100, span: HOUR_MS };

/**
 * Counts a mail towards the limits of a recipient and of its sender there, by its envelope: before anything of it is read,
 * and once, however often it is delivered. Returns false beyond a limit.
 */
export async function countMail(
  database: Database,
  { id, limits }: MailRecipient,
  { deliveryId, returnPath }: MailNotice,
  now: Date,
): Promise<boolean> {
  const counts = [...limits, [SENDER_LIMIT, JSON.stringify([id, returnPath.toLowerCase()])] as const];
  try {
    await commit(database, [
      // First, since what was counted goes on, though the limit is reached by now.
      recordReceived(countedIdOf(id, deliveryId), now, () => new AlreadyCounted()),
      ...counts.map(([limit, who]) => countAttempt(limit, who, now)),
    ]);
    return true;
  } catch (error) {
    if (error instanceof AlreadyCounted) return true;
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

class AlreadyCounted extends Error {
  override name = 'AlreadyCounted';
}
