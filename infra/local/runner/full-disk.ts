import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './system-error.ts';

/** How often a full disk is looked at, in milliseconds, and how many bytes must have room there to go on. */
const LOOK_MS = 1_000;
const ROOM_BYTES = 256 * 1024;

const watchers = new Set<() => void>();

/** Reports to those who watch this process's disk that something could not be written for want of room. */
export function reportFullDisk(): void {
  for (const notify of watchers) notify();
}

/** Whether an error says that the disk is full, which is then reported. */
export function isReportedFullDisk(error: unknown): boolean {
  const isFull = isDiskFull(error);
  if (isFull) reportFullDisk();
  return isFull;
}

/** Says once that the disk of a folder is full, and once that there is room again. Returns what ends it. */
export function watchFullDisk(folder: string, say: (sentence: string) => void): () => void {
  let looking: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(looking);
    looking = undefined;
  };
  const notify = () => {
    if (looking) return;
    say(
      `${folder} cannot be written (ENOSPC): the disk is full, and changes are refused. ` +
        'Free some space; the service then continues on its own.',
    );
    looking = setInterval(() => {
      if (!hasRoom(folder)) return;
      end();
      say(`${folder} can be written again.`);
    }, LOOK_MS);
    looking.unref();
  };
  watchers.add(notify);
  return () => {
    watchers.delete(notify);
    end();
  };
}

function hasRoom(folder: string): boolean {
  const file = join(folder, 'room');
  try {
    writeFileSync(file, Buffer.alloc(ROOM_BYTES), { mode: 0o600 });
    return true;
  } catch {
    // Also where the folder is gone, which those say that write to it.
    return false;
  } finally {
    rmSync(file, { force: true });
  }
}
