import { UsageError } from './command-error.ts';

/** The error for a token on the command line; `where` says where it goes instead. */
export const refuseToken = (where: string): UsageError =>
  new UsageError(
    'Everyone on this machine can read a token on the command line, and it stays in the ' +
      `shell history: revoke it, and pass a new one ${where}.`,
  );
