import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
const RETRY_MS = 50;

/**
 * Locks a file for this process and returns the function that releases it; undefined if another process, or
 * another part of this one, holds it. The operating system holds the lock (through SQLite), so a killed
 * process leaves none behind. Rethrows file-system errors if the file cannot be created.
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

/** Runs a function while holding the lock of a file, as soon as it is free. */
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
