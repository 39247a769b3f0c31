/** A failure that the operator is told in its own words, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
