import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';

/** Only for its owner, whatever the folder allows: it holds what a token reads. */
export const OWN_FILE_MODE = 0o600;

/** Makes an empty file for its owner, in place of an earlier one. Throws the system's error. */
export function makeOwnFile(path: string): void {
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', OWN_FILE_MODE));
}

/** The same, but an earlier file keeps what it has. */
export function keepOwnFile(path: string): void {
  if (existsSync(path)) chmodSync(path, OWN_FILE_MODE);
  else makeOwnFile(path);
}
