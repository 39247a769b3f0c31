import { errorFields, logger } from '../../kernel/core/logger.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { mailKind, newMailToWake, type MailToWake } from './mail-store.ts';

/** Wakes workers for queued mails. If a message cannot be sent, the sweeper finds the mail. */
export async function wakeNewMails(
  changes: readonly ItemChange[],
  wake: (mails: readonly MailToWake[]) => Promise<void>,
): Promise<void> {
  const mails = changes
    .filter(({ key, before }) => mailKind.includes(key) && before === undefined)
    .map(({ key, after }) => (after?.['content'] ? newMailToWake(after) : { id: mailKind.idOf(key) }));
  if (mails.length === 0) return;
  try {
    await wake(mails);
  } catch (error) {
    logger.error('mails could not be queued', { mails: mails.length, ...errorFields(error) });
  }
}
