import { errorFields, logger } from '../core/logger.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { mailKind } from './mail-store.ts';

/** Wakes workers for the mails that were queued. What cannot be sent to the queue is found by the sweeper. */
export async function wakeNewMails(
  changes: readonly ItemChange[],
  wake: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const ids = changes
    .filter(({ key, before }) => mailKind.includes(key) && before === undefined)
    .map(({ key }) => mailKind.idOf(key));
  if (ids.length === 0) return;
  try {
    await wake(ids);
  } catch (error) {
    logger.error('mails could not be queued', { mails: ids.length, ...errorFields(error) });
  }
}
