import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
const RETRY_MS = 50;

/**
 * Takes a file for this process alone and gives the function that lets go of it; undefined when another
 * process, or another part of this one, has it. The operating system holds the lock (by way of SQLite), so
 * a killed process leaves none behind. Throws what the file system says when the file cannot be made.
 */
export function tryLock(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Does something while holding the lock of a file, as soon as nobody else has it. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  let release = tryLock(file);
  while (!release) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    release = tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
