/** The share of trials that a forecast's main date covers. */
export const TARGET_SHARE = 0.85;
/** How far, and how fast, a team's own past forecasts move the level. */
const LEVEL_MIN = 0.75;
const LEVEL_MAX = 0.95;
const CORRECTION = 0.25;
const OUTCOMES_HALF = 4;

/** How many of a team's past forecasts held. */
export interface Outcomes {
  held: number;
  of: number;
}

/**
 * The level of the trials whose date is called the 85th percentile: higher for a team whose past dates held
 * too rarely, lower where they held more often. Few outcomes move it little.
 */
export function correctedLevel({ held, of }: Outcomes): number {
  if (of === 0) return TARGET_SHARE;
  const missed = TARGET_SHARE - held / of;
  const level = TARGET_SHARE + CORRECTION * missed * (of / (of + OUTCOMES_HALF));
  return Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, level));
}
