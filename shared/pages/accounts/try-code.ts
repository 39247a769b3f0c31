import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Key } from '../../kernel/core/database.ts';
import { commit } from '../../kernel/db/write.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { countTry, type SentCode } from './challenge-store.ts';
import { countGuess } from './code-rate-limit.ts';
import { PageError } from './page-error.ts';
import { matchesCode } from './sign-in-code.ts';

/**
 * Counts a try of a code before the code is compared. Returns undefined if it is right, and otherwise how often it can
 * still be tried. Throws a 410 if it could not be tried any more.
 */
export async function tryCode(
  code: string,
  { key, sent }: { key: Key; sent: SentCode },
  call: WebCall,
): Promise<number | undefined> {
  const { tries, forgive } = await countGuess(call);
  await commit(call.services.database, [countTry(key, sent, tries, codeSpent)]);
  if (await matchesCode(code, sent, call.services)) return void (await forgive());
  call.note({ failed: 'code' });
  return Math.max(0, tries - sent.tries - 1);
}

/** The message for a wrong code if tries are left. */
export const wrongCodeProblem = (left: number, t: PageTexts): string => t.text('code.wrong', { count: left });

/** The same error for a code that was never sent to this browser, was used, has expired, or was tried too often. */
export const codeSpent = () => new PageError(410, 'error.code', 'error.codeText');
