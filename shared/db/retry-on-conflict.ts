import { conflict, WriteConflict } from '../core/errors.ts';

/** How often what lost a race is read and decided again before its caller gets a conflict. */
export const CONFLICT_ATTEMPTS = 5;

/** Runs work that reads, decides and writes, again each time that it loses a race. Throws a 409 in the end. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === CONFLICT_ATTEMPTS)
        throw conflict('Other changes kept coming first; nothing was changed.');
    }
  }
}
