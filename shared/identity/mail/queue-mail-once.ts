import type { Database } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { loadMailTexts } from './load-mail-texts.ts';
import { queueMail } from './mail-store.ts';
import type { MailText } from './mail-text.ts';
import type { NewMail } from './mail.ts';
import { inEnglish } from './translate-mail.ts';

/** Queues a mail in a transaction of its own, unless one was queued for its reason before. */
export async function queueMailOnce(database: Database, mail: NewMail<MailText>, now: Date): Promise<void> {
  const stored = inEnglish(mail, await loadMailTexts('en'));
  await tryCommit(database, [queueMail(stored, now, writeConflict)]);
}
