import { TARGET_SHARE } from './calibration.ts';

/** The value at or below which a share of ascending values lies. */
export const quantile = (ascending: Float64Array, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.max(0, Math.ceil(share * ascending.length) - 1))]!;

/**
 * Probabilities are moved as the level of the main percentile was: those above the median in proportion, so
 * that the main date's own probability is the target share.
 */
export function levelFor(probability: number, level: number): number {
  if (probability <= 0.5) return probability;
  if (probability <= TARGET_SHARE) {
    return 0.5 + ((probability - 0.5) / (TARGET_SHARE - 0.5)) * (level - 0.5);
  }
  return level + ((probability - TARGET_SHARE) / (1 - TARGET_SHARE)) * (1 - level);
}

/** The inverse of levelFor. */
function probabilityFor(share: number, level: number): number {
  if (share <= 0.5) return share;
  if (share <= level) return 0.5 + ((share - 0.5) / (level - 0.5)) * (TARGET_SHARE - 0.5);
  return TARGET_SHARE + ((share - level) / (1 - level)) * (1 - TARGET_SHARE);
}

/** The day by which work is done with a probability; null beyond the horizon. */
export function dayAt(days: Float64Array, probability: number, level: number): number | null {
  const day = quantile(days, levelFor(probability, level));
  return Number.isFinite(day) ? day : null;
}

/** The probability that work is done by a day, to two decimals. */
export function probabilityBy(days: Float64Array, day: number, level: number): number {
  let low = 0;
  for (let high = days.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return Math.round(probabilityFor(low / days.length, level) * 100) / 100;
}
