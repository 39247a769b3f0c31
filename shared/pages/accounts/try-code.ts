import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Key } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { countTry, type SentCode } from './challenge-store.ts';
import { countGuess } from './code-rate-limit.ts';
import { PageError } from '../session/page-error.ts';
import { matchesCode } from './sign-in-code.ts';

interface TriedCode {
  key: Key;
  sent: SentCode;
  /** How often it can be tried beyond the limit. */
  extraTries?: number;
}

/**
 * Counts a try of a code before the code is compared. Returns undefined if it is right, how often it can still be tried
 * if it is wrong, and 'spent' if it could not be tried any more.
 */
export async function tryCode(
  code: string,
  { key, sent, extraTries = 0 }: TriedCode,
  call: WebCall,
): Promise<number | 'spent' | undefined> {
  const { tries, forgive } = await countGuess(call);
  const tried = countTry(key, sent, tries + extraTries, writeConflict);
  if (!(await tryCommit(call.services.database, [tried]))) return 'spent';
  if (await matchesCode(code, sent, call.services)) return void (await forgive());
  call.note({ failed: 'code' });
  return Math.max(0, tries - sent.tries - 1);
}

/** The message for a wrong code if tries are left. */
export const wrongCodeProblem = (left: number, t: PageTexts): string => t.text('code.wrong', { count: left });

/** The same error for a code that was never sent to this browser, was used, has expired, or was tried too often. */
export const codeSpent = () => new PageError(410, 'error.code', 'error.codeText');
