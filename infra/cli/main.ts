import { CommanderError } from 'commander';
import { styleText } from 'node:util';
import { ApiError } from '../../shared/core/errors.ts';
import { CommandError } from './core/command-error.ts';
import { explainApiError } from './explain-api-error.ts';
import { printable } from './core/output.ts';
import { createProgram } from './program.ts';

/** Runs the command line. Errors that the operator can fix are shown as a sentence, with exit code 1. */
async function main(): Promise<void> {
  endWithParent();
  // Output cut off by `| head` is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    const program = await createProgram(process.argv.slice(2));
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else if (error instanceof CommandError) fail(error.message);
    else if (error instanceof ApiError) fail(explainApiError(error));
    else throw error;
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${styleText('red', printable(sentence), { stream: process.stderr })}\n`);
  process.exitCode = 1;
}

function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

await main();
