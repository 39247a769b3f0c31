/**
 * An error that the user can fix: a port in use, a damaged file, an unsupported template. The message is one
 * or two sentences with instructions, and is printed without a stack trace.
 */
export class StartError extends Error {
  override name = 'StartError';
}
