import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const BYTES = 32;

/**
 * The key by which imports of exports know their own notes again, in the home folder of who runs them; made when it is first
 * needed. Where nothing can be stored, it is another one each time.
 */
export function sealKey(): Uint8Array {
  const folder = join(homedir(), '.plotline');
  const file = join(folder, 'import-key');
  const known = read(file);
  if (known) return known;
  const key = randomBytes(BYTES);
  const own = `${file}.${process.pid}`;
  try {
    // Without its parents: where the user has no home folder, nothing is stored.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(own, key, { mode: 0o600 });
    linkSync(own, file);
  } catch {
    // Another command was faster, or nothing can be stored.
  }
  rmSync(own, { force: true });
  return read(file) ?? key;
}

function read(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
