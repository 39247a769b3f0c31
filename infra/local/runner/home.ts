import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tryLock } from './lock.ts';
import { StartError } from './start-error.ts';

/**
 * Where a running instance is: its API, and once they are ready its DynamoDB endpoint and first table, and the
 * queues and buckets, with their addresses and names by the short names of the template.
 */
export type Instance = {
  baseUrl: string;
  dynamodbEndpoint?: string;
  tableName?: string;
  queues?: { endpoint: string; urls: Record<string, string> };
  buckets?: { endpoint: string; names: Record<string, string> };
};

/** What `running.json` in the home folder holds while an instance runs. */
export type RunningNote = Instance & { pid: number };

/** The folder that keeps everything between two runs: data, secrets, logs. */
export type Home = {
  directory: string;
  /** Notes where this instance is, for the message that a second one prints and for the command line. */
  announce: (instance: Instance) => void;
  /** Gives the folder free for another instance. */
  release: () => void;
};

/**
 * Makes the folder if need be (for this user only) and takes it for this process. Throws StartError when the folder
 * cannot be written or another instance has it.
 */
export function openHome(path: string): Home {
  const directory = resolve(path);
  const note = join(directory, 'running.json');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, '.gitignore'), '*\n');
  } catch (error) {
    throw notWritable(directory, error);
  }
  const unlock = takeLock(directory, note);
  return {
    directory,
    announce: (instance) =>
      writeFileSync(note, JSON.stringify({ pid: process.pid, ...instance } satisfies RunningNote)),
    release: () => {
      rmSync(note, { force: true });
      unlock();
    },
  };
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
      `${directory} is a file, not a folder; remove it, or set PLOTLINE_HOME to a folder, which is made if need be.`,
    );
  }
  if (reason === 'ENOTDIR') {
    return new StartError(
      `The folder ${directory} is inside of a file; set PLOTLINE_HOME to a folder, which is made if need be.`,
    );
  }
  return new StartError(
    `The folder ${directory} cannot be written (${reason}); make it writable, or set PLOTLINE_HOME to one that is.`,
  );
}
