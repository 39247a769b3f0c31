import { createReader } from '../../kernel/db/reader.ts';
import type { MailServices } from './mail-services.ts';
import { findDueMails } from './mail-store.ts';

/** How late a mail must be until its message counts as lost. */
const LATE_MS = 30_000;
/** Mails taken up per part of the index and run; a backlog is worked off over several runs. */
const MAILS_MAX = 500;

/** Wakes workers for mails that are overdue: their message was lost, or their worker crashed. Returns their number. */
export async function sweepMail({ database, wake, now }: MailServices): Promise<number> {
  const overdue = new Date(now().getTime() - LATE_MS);
  const ids = await findDueMails(createReader(database), overdue, MAILS_MAX);
  if (ids.length > 0) await wake(ids.map((id) => ({ id })));
  return ids.length;
}
