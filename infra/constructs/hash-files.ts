import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Identifies the content of files, and of all files in folders, by their paths and bytes. Paths are relative to
 * `root`; those in `except` are left out, and those that do not exist.
 */
export function hashFiles(root: string, paths: readonly string[], except: readonly string[] = []): string {
  const hash = createHash('sha256');
  const filesUnder = (path: string): string[] => {
    const file = join(root, path);
    if (except.includes(path) || !existsSync(file)) return [];
    if (!statSync(file).isDirectory()) return [path];
    return readdirSync(file)
      .sort()
      .flatMap((name) => filesUnder(`${path}/${name}`));
  };
  for (const path of paths.flatMap(filesUnder)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
