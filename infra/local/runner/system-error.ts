import { StartError } from './start-error.ts';

/** What a user can do about errors of the file system, by their codes. */
const ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space and start again',
  EDQUOT: 'your quota of the disk is used up; free some space and start again',
  EROFS: 'the file system is read-only; set PLOTLINE_HOME to a folder of another one',
  EACCES: 'it belongs to another user; set PLOTLINE_HOME to a folder of yours',
  EPERM: 'it belongs to another user; set PLOTLINE_HOME to a folder of yours',
  EMFILE: 'this user has too many files open; raise the limit (ulimit -n)',
};

/** What the engine says of it, in its answers to writes, and functions in their logs. */
export const ENGINE_IS_FULL = 'database or disk is full';
/** What Node.js, the engine and other programs say of it. */
const FULL_DISK = new RegExp(`\\bENOSPC\\b|${ENGINE_IS_FULL}|no space left on device`, 'i');

/** Whether a text of any program says that the disk is full. */
export function saysFullDisk(text: string): boolean {
  return FULL_DISK.test(text);
}

/** Says an error of the file system in a sentence, below `folder` if it names no path; undefined for other errors. */
export function explainSystemError(error: unknown, folder: string): StartError | undefined {
  if (error instanceof StartError) return error;
  const { message = '', code: own = '', path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const code = saysFullDisk(message) ? 'ENOSPC' : own;
  const advice = ADVICE[code];
  if (advice === undefined || syscall === 'connect' || syscall === 'listen') return undefined;
  return new StartError(`${path ?? folder} cannot be written (${code}): ${advice}.`);
}

/** Whether nothing more can be written for now. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code) || saysFullDisk(message);
}
