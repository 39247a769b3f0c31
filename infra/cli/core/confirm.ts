import { confirm as ask, isCancel } from '@clack/prompts';
import { CommandError } from './command-error.ts';

/**
 * Asks before what cannot be undone; `consequence` says what would happen. Throws a CommandError when the
 * answer is no, or when there is no terminal to ask and `yes` was not given.
 */
export async function confirm(consequence: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError(`${consequence} There is no terminal to ask in; add --yes to go ahead.`);
  }
  const answer = await ask({
    message: `${consequence} Go ahead?`,
    initialValue: false,
    output: process.stderr,
  });
  if (isCancel(answer) || !answer) throw new CommandError('Nothing was changed.');
}
