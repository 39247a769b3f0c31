import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Only for their owner: they hold what a token reads. */
const MODE = 0o700;

/**
 * Makes a folder, and those around it that are missing, one by one: Node's recursive way never returns where the system
 * says of a new folder that it does not exist, as in /proc. Throws the system's error.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) mkdirSync(path, { mode: MODE });
}

/** The same, and a folder that exists becomes its owner's alone, unless it is someone else's. */
export function makeOwnFolder(folder: string): void {
  makeFolder(folder);
  try {
    chmodSync(folder, MODE);
  } catch {
    // The files in it are for their owner alone, whatever the folder allows.
  }
}
