import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { figuresOf, heldMb } from '../run/processes.ts';

const SAMPLE_MS = 2_000;

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
    return figuresOf(`/proc/${pid}`).ownMs;
  } catch {
    return undefined;
  }
}

/** The memory that a process holds now, in MB; NaN where the system does not report it. */
export function memoryOf(pid: number | undefined): number {
  try {
    return heldMb(pid!);
  } catch {
    return NaN;
  }
}
