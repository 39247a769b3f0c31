import { conflict, WriteConflict } from '../core/errors.ts';

/** How often what lost a race is read and decided again, unless its caller says otherwise. */
const CONFLICT_ATTEMPTS = 5;

interface RetryOptions {
  attempts?: number;
  /** The error to throw after the last attempt; a 409 when left out. */
  exhausted?: (lost: WriteConflict) => Error;
}

/**
 * Runs work that reads, decides and writes, again each time that it throws WriteConflict. Work is told which
 * attempt it is, from 1, and reads everything anew in each.
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
