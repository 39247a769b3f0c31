import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../cli/core/is-alive.ts';

/** The folder of notes, in a folder that processes use; each note is named by the id of a process. */
const NOTES = '.users';

/** Notes that this process uses a folder until it ends. */
export function use(folder: string): void {
  try {
    mkdirSync(join(folder, NOTES), { recursive: true });
    writeFileSync(join(folder, NOTES, String(process.pid)), '');
  } catch {
    // Of another user, who alone removes it.
  }
}

/** Whether a process that is alive uses a folder; notes of others are removed. */
export function isUsed(folder: string): boolean {
  let notes: string[];
  try {
    notes = readdirSync(join(folder, NOTES));
  } catch {
    return false;
  }
  const alive = notes.filter((note) => isAlive(Number(note)));
  for (const note of notes) if (!alive.includes(note)) rmSync(join(folder, NOTES, note), { force: true });
  return alive.length > 0;
}
