import type { Database } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { queueMail } from './mail-store.ts';
import type { MailText } from './mail-text.ts';
import type { NewMail } from './mail.ts';

/** Queues a mail in a transaction of its own, unless one was queued for its reason before. */
export async function queueMailOnce(database: Database, mail: NewMail<MailText>, now: Date): Promise<void> {
  // Imported on demand: most changes queue no mail.
  const { inEnglish } = await import('./in-english.ts');
  const stored: NewMail = Object.assign({ ...mail }, await inEnglish(mail));
  await tryCommit(database, [queueMail(stored, now, writeConflict)]);
}
