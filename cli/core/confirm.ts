import { confirm as ask, isCancel } from '@clack/prompts';
import { CommandError } from './command-error.ts';
import { printable } from './terminal.ts';

/**
 * Asks for confirmation of an irreversible action; `consequence` says what happens. Throws a CommandError if
 * the answer is no, or if there is no terminal and `yes` is not set.
 */
export async function confirm(consequence: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError(`${consequence} There is no terminal to confirm this in; add --yes to continue.`);
  }
  const answer = await ask({
    message: printable(`${consequence} Continue?`),
    initialValue: false,
    output: process.stderr,
  });
  if (isCancel(answer) || !answer) throw new CommandError('Nothing was changed.');
}
