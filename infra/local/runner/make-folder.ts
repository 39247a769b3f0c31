import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder if necessary, with the folders that it is in. Throws the file system's error if one of them
 * cannot be created. Node.js's own `recursive` never ends where a file system answers ENOENT to a new folder, as /proc
 * does.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const parent = dirname(folder);
  if (parent !== folder && !exists(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
