/** Days of history that a forecast draws from: 26 weeks. */
export const PACE_DAYS = 182;
/** The minimum number of days with completions for a forecast. */
export const COMPLETION_DAYS_MIN = 10;
export const WEEK_DAYS = 7;
/** The length of a stretch: each trial draws a stretch, and then weeks within it. */
const STRETCH_WEEKS = 4;
/** The age in weeks at which a stretch is drawn 1/e as often as the latest one. */
const RECENCY_WEEKS = 6;

/** A team's recent pace, in weeks that begin on the same weekday as the first day of the forecast. */
export interface Pace {
  /** Days with completions. */
  completionDays: number;
  weeks: number;
  /** The cumulative size completed by each of the seven days of a week, week after week. */
  byDay: Float64Array;
  /** Weeks in a stretch. */
  stretch: number;
  /** The first weeks of stretches with completions, and their weights summed up. */
  starts: readonly number[];
  weights: readonly number[];
}

/** Days of the window in which something was completed. */
export const completionDaysOf = (daily: readonly number[]): number =>
  daily.slice(-PACE_DAYS).filter((size) => size > 0).length;

/**
 * A team's pace from what it completed on each day, oldest first; the forecast begins on the day after the
 * last. Undefined if there is too little history.
 */
export function paceOf(daily: readonly number[]): Pace | undefined {
  const recent = daily.slice(-PACE_DAYS);
  const completionDays = completionDaysOf(daily);
  if (completionDays < COMPLETION_DAYS_MIN) return undefined;
  const history = recent.slice(recent.findIndex((size) => size > 0));
  const weeks = Math.floor(history.length / WEEK_DAYS);
  const byDay = new Float64Array(weeks * WEEK_DAYS);
  const skipped = history.length - byDay.length;
  for (let day = 0; day < byDay.length; day++) {
    const before = day % WEEK_DAYS === 0 ? 0 : byDay[day - 1]!;
    byDay[day] = before + Math.max(0, history[skipped + day]!);
  }
  const stretch = Math.min(STRETCH_WEEKS, weeks);
  const starts: number[] = [];
  const weights: number[] = [];
  for (let start = 0; start + stretch <= weeks; start++) {
    if (!hasCompletions(byDay, start, stretch)) continue;
    starts.push(start);
    weights.push((weights.at(-1) ?? 0) + Math.exp((start + stretch - weeks) / RECENCY_WEEKS));
  }
  return starts.length === 0 ? undefined : { completionDays, weeks, byDay, stretch, starts, weights };
}

/** A stretch without any completions is a pause, which cannot be extended into the future. */
function hasCompletions(byDay: Float64Array, start: number, stretch: number): boolean {
  for (let week = start; week < start + stretch; week++) {
    if (byDay[week * WEEK_DAYS + WEEK_DAYS - 1]! > 0) return true;
  }
  return false;
}

/** Draws the first week of a stretch, recent ones more often. `drawn` is from 0 up to 1. */
export function drawStretch({ starts, weights }: Pace, drawn: number): number {
  const sought = drawn * weights.at(-1)!;
  let position = 0;
  while (weights[position]! <= sought && position < starts.length - 1) position++;
  return starts[position]!;
}
