/**
 * The bundle of the command line in a clone: made again when one of its sources has changed, which a look at sizes and times
 * of the files tells. Plain JavaScript for Node.js 20 and later.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'dist/plotline');
const state = join(folder, 'state.json');
const lock = join(folder, 'lock');
/** While files are edited, running them takes less time than bundling them after each change. */
const EDITED_MS = 60_000;
/** When the lock of a run that was killed, and the bundles of former sources, are no longer in use. */
const ABANDONED_MS = 10 * 60_000;

/** The folder of the bundle; undefined while there is none of the sources as they are. `node` runs TypeScript. */
export function currentBundle(node) {
  const known = readState();
  if (known && lookAt(known.files)?.mark === known.mark) return known.bundle;
  try {
    const files = ['shared', 'cli'].flatMap(filesUnder).concat('package.json', 'package-lock.json').sort();
    const { mark, newest } = lookAt(files);
    if (Date.now() - newest < EDITED_MS || !takeTurn()) return undefined;
    try {
      const bundle = join(folder, mark);
      const { status } = spawnSync(node, [join(root, 'cli/build.ts'), bundle], { stdio: 'ignore' });
      if (status !== 0) return undefined;
      writeFileSync(`${state}.new`, JSON.stringify({ mark, bundle, files }));
      renameSync(`${state}.new`, state);
      removeFormer(mark);
      return bundle;
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  } catch {
    // A folder that cannot be written, or files that go meanwhile.
    return undefined;
  }
}

function readState() {
  try {
    return JSON.parse(readFileSync(state, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What a change of any of the files changes, and when the newest was written; undefined if one is gone. */
function lookAt(files) {
  const hash = createHash('sha256');
  let newest = 0;
  for (const file of files) {
    const stats = statSync(join(root, file), { throwIfNoEntry: false });
    if (!stats) return undefined;
    const { size, mtimeMs, ctimeMs } = stats;
    hash.update(`${file}\0${size} ${mtimeMs} ${ctimeMs}\0`);
    newest = Math.max(newest, mtimeMs);
  }
  return { mark: hash.digest('hex').slice(0, 32), newest };
}

function filesUnder(name) {
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((file) => !file.startsWith(join('cli', 'dist')) && file !== join('cli', 'LICENSE'));
}

function takeTurn() {
  mkdirSync(folder, { recursive: true });
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held && Date.now() - held.mtimeMs > ABANDONED_MS) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** Commands that still run may load files of a bundle that was current. */
function removeFormer(mark) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isFormer = entry.isDirectory() && entry.name !== mark && path !== lock;
    if (isFormer && Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true });
  }
}
