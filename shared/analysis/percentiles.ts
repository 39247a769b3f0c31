import type { Spread } from './analysis.ts';

/** Nearest-rank percentiles of durations in days; null if there are none. */
export function spreadOf(durations: readonly (number | undefined)[]): Spread {
  const known = durations.filter((days) => days !== undefined).sort((a, b) => a - b);
  const percentile = (rank: number) => known[Math.ceil((rank / 100) * known.length) - 1] ?? null;
  return {
    known: known.length,
    unknown: durations.length - known.length,
    p50: percentile(50),
    p85: percentile(85),
    p95: percentile(95),
    longest: known.at(-1) ?? null,
  };
}
