import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SAMPLE_MS = 2_000;
/** Linux counts a process's CPU time in ticks of this many milliseconds. */
const TICK_MS = 10;

/** What the machine is, and how busy others kept it before the run. */
export interface Machine {
  cores: number;
  model: string;
  node: string;
  /** The load average of the last minute. */
  load: number;
  /** The share of all cores in use, 0 to 1. */
  inUse: number;
}

export async function lookAtMachine(): Promise<Machine> {
  const before = busyTime();
  const startedAt = performance.now();
  await delay(SAMPLE_MS);
  const cores = availableParallelism();
  return {
    cores,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    node: process.version,
    load: loadavg()[0]!,
    inUse: (busyTime() - before) / ((performance.now() - startedAt) * cores),
  };
}

/** The time that all cores together have been busy, in milliseconds. */
export const busyTime = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

/** The CPU time that a process has used, in milliseconds; undefined where the system does not report it. */
export function cpuTimeOf(pid: number): number | undefined {
  try {
    // After the name in brackets: state, then the 12th and 13th fields are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** The memory that a process holds now, in MB; NaN where the system does not report it. */
export function memoryOf(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? NaN) / 1_024;
  } catch {
    return NaN;
  }
}
