import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tryLock } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { StartError } from './start-error.ts';
import type { Instance, RunningNote } from '../../../cli/core/running-note.ts';

/** The folder that persists between runs: data, secrets, logs. */
type Home = {
  directory: string;
  /** Records this instance's endpoints, for a second instance's error message and for the command line. */
  announce: (instance: Instance) => void;
  /** Releases the folder. */
  release: () => void;
};

/**
 * Creates the folder if necessary (for this user only) and locks it for this process. Throws a StartError if
 * it is not writable or another instance uses it.
 */
export function openHome(path: string): Home {
  const directory = makeHome(path);
  const note = join(directory, 'running.json');
  const unlock = takeLock(directory, note);
  return {
    directory,
    announce: (instance) => {
      // Again, since it has credentials and the mode counts for new files only.
      writeFileSync(`${note}.new`, JSON.stringify({ pid: process.pid, ...instance } satisfies RunningNote), {
        mode: 0o600,
      });
      renameSync(`${note}.new`, note);
    },
    release: () => {
      rmSync(note, { force: true });
      unlock();
    },
  };
}

/** Creates the folder if necessary, for this user only; returns its path. Throws a StartError if it is not writable. */
export function makeHome(path: string): string {
  const directory = resolve(path);
  try {
    makeFolder(directory, 0o700);
    writeFileSync(join(directory, '.gitignore'), '*\n');
  } catch (error) {
    throw notWritable(directory, error);
  }
  return directory;
}

function takeLock(directory: string, note: string): () => void {
  let release: (() => void) | undefined;
  try {
    release = tryLock(join(directory, 'lock'));
  } catch (error) {
    throw notWritable(directory, error);
  }
  if (release) return release;
  throw new StartError(
    `Another instance is using ${directory}${runningAt(note)}; stop it, or set PLOTLINE_HOME to another folder.`,
  );
}

function runningAt(note: string): string {
  try {
    const { pid, baseUrl } = JSON.parse(readFileSync(note, 'utf8')) as RunningNote;
    return ` (process ${pid}, ${baseUrl})`;
  } catch {
    return '';
  }
}

function notWritable(directory: string, error: unknown): StartError {
  const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  if (reason === 'EEXIST') {
    return new StartError(
      `${directory} is a file, not a folder; remove it, or set PLOTLINE_HOME to a folder, which is created if necessary.`,
    );
  }
  if (reason === 'ENOTDIR') {
    return new StartError(
      `The folder ${directory} is inside a file; set PLOTLINE_HOME to a folder, which is created if necessary.`,
    );
  }
  if (reason === 'ENOENT') {
    return new StartError(
      `The folder ${directory} cannot be created: its file system takes no folders; set PLOTLINE_HOME to one elsewhere.`,
    );
  }
  return new StartError(
    `The folder ${directory} is not writable (${reason}); make it writable, or set PLOTLINE_HOME to one that is.`,
  );
}
