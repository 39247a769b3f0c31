import type { Database } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { queueMail } from './mail-store.ts';
import type { NewMail } from './mail.ts';

/** Queues a mail in a transaction of its own, unless one was queued for its reason before. */
export async function queueMailOnce(database: Database, mail: NewMail, now: Date): Promise<void> {
  await tryCommit(database, [queueMail(mail, now, writeConflict)]);
}
