import { createHmac } from 'node:crypto';

/**
 * Proves that a form of this member led to a page: the buttons there that take back what was done must not be made by a
 * link that someone else has written. `done` is what was done, part by part.
 */
export const proofOf = (csrfToken: string, ...done: readonly string[]): string =>
  createHmac('sha256', csrfToken).update(JSON.stringify(done)).digest('base64url');
