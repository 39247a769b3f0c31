/** A failure shown to the operator as a message, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Arguments that no state of the service would make valid; the command ends with exit code 2. */
export class UsageError extends CommandError {
  override name = 'UsageError';
}
