/** A failure shown to the operator as a message, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
