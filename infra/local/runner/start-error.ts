/**
 * Something the person at the keyboard can put right: a busy port, a damaged file, a template
 * the runner does not understand. The message is one sentence (or two) that says what to do, and
 * is printed without a stack trace.
 */
export class StartError extends Error {
  override name = 'StartError';
}
