import { createHash } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes equal files of some folders one on the disk: the first of them stays, the others become links to it. For files
 * that are made again rather than changed. Where the file system has no links, the files stay as they are.
 */
export function linkEqualFiles(folders: readonly string[]): void {
  const files = folders.flatMap(filesIn);
  const bySize = Map.groupBy(files, ({ stats: { size, mode } }) => `${size} ${mode}`);
  for (const alike of bySize.values()) {
    if (alike.length === 1) continue;
    const firsts = new Map<string, FoundFile>();
    for (const file of alike) {
      const content = createHash('sha256').update(readFileSync(file.path)).digest('base64');
      const first = firsts.get(content) ?? file;
      firsts.set(content, first);
      if (first.stats.ino !== file.stats.ino && !link(first.path, file.path)) return;
    }
  }
}

interface FoundFile {
  path: string;
  stats: Stats;
}

const filesIn = (folder: string): FoundFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, stats: statSync(path) }));

/** False where there are no links, or not this many of a file. */
function link(first: string, file: string): boolean {
  const temporary = `${file}.link`;
  try {
    linkSync(first, temporary);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(code)) return false;
    throw error;
  }
  renameSync(temporary, file);
  return true;
}
