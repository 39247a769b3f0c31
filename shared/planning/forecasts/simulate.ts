import { createCourse } from './course.ts';
import { drawStretch, WEEK_DAYS, type Pace } from './pace.ts';
import { seededRandom } from '../../kernel/core/seeded-random.ts';
import type { ParallelWork } from './work-plan.ts';

export const TRIALS = 10_000;
/** The horizon in weeks; work that is not done by then has no date. */
export const HORIZON_WEEKS = 260;

/**
 * The average cost limit of a trial, in weeks times works. If trials take more, as those of work that never ends, there
 * are fewer of them, but at least TRIALS_MIN.
 */
const STEPS_PER_TRIAL = 500;
const TRIALS_MIN = 300;

export interface Simulation {
  pace: Pace;
  works: readonly ParallelWork[];
  /** The part of the team's capacity that goes to other things, from 0 to 1. */
  outside: number;
  trials?: number;
  seed: number;
}

/**
 * The number of days until each work is done, per trial in ascending order: 1 is the first day of the forecast,
 * Infinity is beyond the horizon. Work that is done or waits leaves its capacity to the rest. The number of trials
 * depends only on the works, so that the same works have the same dates.
 */
export function simulate({ pace, works, outside, trials = TRIALS, seed }: Simulation): Float64Array[] {
  const { byDay, stretch } = pace;
  const random = seededRandom(seed);
  /** The number of trials in which each work is done on each day: sorting them would take as long as simulating. */
  const doneOn = works.map(() => new Int32Array(HORIZON_WEEKS * WEEK_DAYS + 1));
  const course = createCourse(works, {
    byDay,
    inside: 1 - outside,
    finish: (work, day) => doneOn[work]![day]!++,
  });
  let steps = 0;
  let trial = 0;
  for (; trial < trials && (steps < trials * STEPS_PER_TRIAL || trial < TRIALS_MIN); trial++) {
    course.begin();
    const first = drawStretch(pace, random());
    for (let week = 0; week < HORIZON_WEEKS; week++) {
      const at = (first + Math.floor(random() * stretch)) * WEEK_DAYS;
      steps += works.length + 1;
      if (!course.spend(at, week)) break;
    }
  }
  return doneOn.map((counts) => ascending(counts, trial));
}

/** Values from how often each occurs, the rest being Infinity. */
function ascending(counts: Int32Array, length: number): Float64Array {
  const values = new Float64Array(length).fill(Infinity);
  let filled = 0;
  counts.forEach((count, value) => {
    values.fill(value, filled, filled + count);
    filled += count;
  });
  return values;
}

/** The size that a team completes in a number of days, per trial in ascending order. */
export function simulateCapacity(
  pace: Pace,
  { days, trials = TRIALS, seed }: { days: number; trials?: number; seed: number },
): Float64Array {
  const { byDay, stretch } = pace;
  const random = seededRandom(seed);
  const sums = new Float64Array(trials);
  for (let trial = 0; trial < trials; trial++) {
    const first = drawStretch(pace, random());
    for (let left = days; left > 0; left -= WEEK_DAYS) {
      const at = (first + Math.floor(random() * stretch)) * WEEK_DAYS;
      sums[trial]! += byDay[at + Math.min(left, WEEK_DAYS) - 1]!;
    }
  }
  return sums.sort();
}
