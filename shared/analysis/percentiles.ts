import type { Spread } from './analysis.ts';

/** The percentiles of some durations in days by the nearest rank; null where there is none to tell of. */
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
