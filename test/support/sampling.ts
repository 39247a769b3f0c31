import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import { shuffled } from './random.ts';

/** Which part of the sweeps a run does. */
export interface Sampling {
  /** Decides what is drawn. */
  seed: number;
  /** Everything, as `npm run test:long` has it. */
  whole: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sampling: Sampling;
  }
}

/**
 * Some of the cases of a sweep that grows with operations, calls and faults, drawn by the seed of the run, in their
 * order; all of them under `npm run test:long`. `name` is the sweep's own, so that each draws apart.
 */
export function sampled<T>(name: string, count: number, cases: readonly T[]): T[] {
  const { seed, whole } = inject('sampling');
  if (whole || cases.length <= count) return [...cases];
  const own = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE();
  const drawn = new Set(shuffled([...cases.keys()], own).slice(0, count));
  return cases.filter((_, position) => drawn.has(position));
}

/** The numbers of the calls to break, from 1 to `calls`. */
export const sampledCalls = (name: string, count: number, calls: number): number[] =>
  sampled(
    name,
    count,
    Array.from({ length: calls }, (_, n) => n + 1),
  );
