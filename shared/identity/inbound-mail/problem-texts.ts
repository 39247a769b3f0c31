import { SHORT_LINES_MAX } from './line-limit.ts';
import type { MailProblem } from './mailbox.ts';

const UNREADABLE = 'It could not be read. Send it again in another form, such as plain text.';

/** The answer to the sender of a mail that is not read. How large a mail may be differs by what it is for. */
export const problemTexts = {
  'too many lines': `It has more than ${SHORT_LINES_MAX.toLocaleString('en')} short lines. Send what is that long in a compressed file.`,
  unreadable: UNREADABLE,
  'took too long': UNREADABLE,
} as const satisfies Record<Exclude<MailProblem, 'too large'>, string>;
