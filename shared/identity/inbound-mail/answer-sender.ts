import { createReader } from '../../kernel/db/reader.ts';
import { consumeAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { mailIdOf, parseAddress, subjectLine } from '../mail/mail.ts';
import { queueMailOnce } from '../mail/queue-mail-once.ts';
import { mailKind } from '../mail/mail-store.ts';
import type { MailAnswer, MailboxServices } from './mailbox.ts';

/** Maximum answers to one sender; later mails get none. */
export const ANSWERS_PER_HOUR = 5;
const limit: RateLimit = { name: 'answers to refused mail', most: ANSWERS_PER_HOUR, span: 60 * 60 * 1_000 };

interface RefusedMail {
  subject: string;
  receivedId: string;
  answer: MailAnswer;
}

/** Queues a mail that says why one was refused, once for each refused mail, and a few in an hour. */
export async function answerSender(
  { database, now: clock }: Pick<MailboxServices, 'database' | 'now'>,
  { subject, receivedId, answer: { to: given, ...body } }: RefusedMail,
): Promise<void> {
  const to = parseAddress(given);
  const reason = ['mail refused', receivedId];
  const now = clock();
  if (to === undefined || (await createReader(database).get(mailKind.key(mailIdOf(reason))))) return;
  if (!(await consumeAttempt(database, limit, to.toLowerCase(), now))) return;
  await queueMailOnce(
    database,
    { to, subject: subjectLine(`Re: ${subject}`), body: { ...body, footer: FOOTER }, reason },
    now,
  );
}

const FOOTER = 'You get this because an email from your address was sent to Plotline.';
