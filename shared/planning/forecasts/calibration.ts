/** The share of trials that a forecast's main date covers. */
export const TARGET_SHARE = 0.85;
/** The limits and the speed of the correction by a team's past forecasts. */
const LEVEL_MIN = 0.75;
const LEVEL_MAX = 0.95;
const CORRECTION = 0.25;
const OUTCOMES_HALF = 4;

/** The number of a team's past forecasts, and of those that held. */
export interface Outcomes {
  held: number;
  of: number;
}

/**
 * The share of trials used for the 85th percentile: higher for a team whose past dates held too rarely, lower if they
 * held more often. Few outcomes change it little.
 */
export function correctedLevel({ held, of }: Outcomes): number {
  if (of === 0) return TARGET_SHARE;
  const missed = TARGET_SHARE - held / of;
  const level = TARGET_SHARE + CORRECTION * missed * (of / (of + OUTCOMES_HALF));
  return Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, level));
}
