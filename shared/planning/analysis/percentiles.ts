import type { Spread } from './analysis.ts';

/** Nearest-rank percentiles of durations in days; null if there are none. */
export function spreadOf(durations: readonly (number | undefined)[]): Spread {
  const known = durations.filter((days) => days !== undefined).sort((a, b) => a - b);
  const percentile = (rank: number) => known[Math.ceil((rank / 100) * known.length) - 1] ?? null;
  return {
    known: known.length,
    unknown: durations.length - known.length,
    p50Days: percentile(50),
    p85Days: percentile(85),
    p95Days: percentile(95),
    longestDays: known.at(-1) ?? null,
  };
}
