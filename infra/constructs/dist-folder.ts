import { accessSync, constants, existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where what is made of the sources in `root` is kept: in their own `dist`, or where that belongs to someone else, as in
 * a folder that an administrator installed, in the user's cache.
 */
export function distFolder(root: string): string {
  const own = join(root, 'dist');
  if (isWritable(existsSync(own) ? own : root)) return own;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plotline', name);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
