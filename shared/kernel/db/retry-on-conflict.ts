import { conflict, WriteConflict } from '../core/errors.ts';
import { HoldsUpOthers } from './unavailable.ts';

/** Default number of attempts: more than people change one resource simultaneously. */
const CONFLICT_ATTEMPTS = 12;

interface RetryOptions {
  attempts?: number;
  /** The error after the last attempt; a 409 by default. */
  exhausted?: (lost: WriteConflict) => Error;
}

/**
 * Runs work that reads, decides and writes, and repeats it whenever it throws WriteConflict. The work
 * receives the attempt number, starting at 1, and must read everything again.
 */
export async function retryOnConflict<T>(
  work: (attempt: number) => Promise<T>,
  { attempts = CONFLICT_ATTEMPTS, exhausted = tooManyChanges }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === attempts) throw exhausted(error);
    }
  }
}

const tooManyChanges = (): Error => conflict('Other changes kept coming first; nothing was changed.');

/**
 * Options for work that a stream, a queue or a schedule delivers again when it fails: after the last attempt, it throws
 * HoldsUpOthers, which is a DatabaseUnavailable.
 */
export const orRedeliver = (message: string): RetryOptions => ({
  exhausted: () => new HoldsUpOthers(message),
});
