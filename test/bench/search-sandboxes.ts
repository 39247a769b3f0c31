import { modelLimits } from '../../shared/kernel/read-model/model-cache.ts';
import type { ModelPolicy } from './search-models.ts';
import { sum } from './statistics.ts';

/** The sandboxes of all functions that search. */
const SANDBOXES = 50;

/** The sandboxes of each function. */
export function sandboxPools(
  { models, storageMb, functions: count }: ModelPolicy,
  functions: readonly number[],
  weights: readonly number[],
): Sandbox[][] {
  const { bytes } = modelLimits(storageMb);
  const all = sum(weights);
  return Array.from({ length: count }, (_, one) => {
    const share = sum(weights.filter((_weight, workspace) => functions[workspace] === one)) / all;
    const length = Math.max(1, Math.round(share * SANDBOXES));
    return Array.from({ length }, () => new Sandbox({ models, bytes }));
  });
}

/** The models that a sandbox has open, the one used least recently first. */
class Sandbox {
  readonly #open = new Map<string, number>();
  readonly #limits: { models: number; bytes: number };
  #bytes = 0;

  constructor(limits: { models: number; bytes: number }) {
    this.#limits = limits;
  }

  /** Opens a model; returns whether it was open. */
  use(key: string, bytes: number): boolean {
    const wasOpen = this.#open.delete(key);
    this.#open.set(key, bytes);
    if (!wasOpen) this.#bytes += bytes;
    return wasOpen;
  }

  has(key: string): boolean {
    return this.#open.has(key);
  }

  evict(): void {
    for (const [key, bytes] of this.#open) {
      if (this.#open.size <= this.#limits.models && this.#bytes <= this.#limits.bytes) return;
      this.#open.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/** Sums of weights up to each, as shares of all. */
export function cumulative(weights: readonly number[]): Float64Array {
  const total = sum(weights);
  let before = 0;
  return Float64Array.from(weights, (weight) => (before += weight) / total);
}

/** The first place whose share is not below a number from 0 to 1. */
export function placeIn(shares: Float64Array, share: number): number {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle]! < share) low = middle + 1;
    else high = middle;
  }
  return low;
}
