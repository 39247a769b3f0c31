import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
