import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts computing in ticks of this many milliseconds. */
const TICK_MS = 10;
const KB_IN_MB = 1_024;

/** What Linux tells in /proc of a process or thread, by the folder of it there. */
export interface ProcessFigures {
  parent: number;
  /** Computing of the process, and of those that it started and that have ended, in milliseconds. */
  ownMs: number;
  endedMs: number;
}

/** Throws where there is no such process any more. */
export function figuresOf(folder: string): ProcessFigures {
  // The name in brackets can have blanks.
  const fields = readFileSync(`${folder}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]!);
  return {
    parent: parent!,
    ownMs: (user! + system!) * TICK_MS,
    endedMs: (endedUser! + endedSystem!) * TICK_MS,
  };
}

/** The memory that a process holds, in megabytes; 0 of one that is ending. Throws where there is no such process any more. */
export const heldMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KB_IN_MB;

/** The processes below one, itself first; what ends while it is read is left out. */
export function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), figuresOf(`/proc/${name}`).parent);
    } catch {
      // It has ended.
    }
  }
  const members = [root];
  for (const member of members) {
    members.push(...[...parents].filter(([, parent]) => parent === member).map(([child]) => child));
  }
  return members;
}
