import { ApiError } from '../shared/kernel/core/errors.ts';
import { CommandError, UsageError } from './core/command-error.ts';
import { writeError } from './core/terminal.ts';
import { explainApiError } from './explain-api-error.ts';

/** The exit code of a command that left out some of what it was asked for. */
const FAILURE_CODE = 1;

/**
 * Does the same to each of several, one after another. Of several, one that is refused stops none of the others: the
 * reason is printed, and the command ends with 1. Of one, the reason is thrown.
 */
export async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<{ done: R[] }> {
  const done: R[] = [];
  for (const one of all) {
    try {
      done.push(await work(one));
    } catch (error) {
      if (all.length === 1 || !isRefusal(error)) throw error;
      const reason = error instanceof ApiError ? explainApiError(error) : error.message;
      writeError(`${typeof one === 'string' ? `${one}: ` : referenceOf(one)}${reason}\n`);
      process.exitCode = FAILURE_CODE;
    }
  }
  return { done };
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof ApiError || (error instanceof CommandError && !(error instanceof UsageError));

const referenceOf = (one: unknown): string => {
  const { reference } = (one ?? {}) as { reference?: string };
  return reference === undefined ? '' : `${reference}: `;
};
