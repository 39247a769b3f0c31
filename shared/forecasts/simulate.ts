import { createCourse } from './course.ts';
import { drawStretch, WEEK_DAYS, type Pace } from './pace.ts';
import { seededRandom } from './seeded-random.ts';
import type { Work } from './work-plan.ts';

export const TRIALS = 10_000;
/** Work that is not done within this many weeks has no date. */
export const HORIZON_WEEKS = 260;

export interface Simulation {
  pace: Pace;
  works: readonly Work[];
  /** The part of the team's capacity that goes to other things, from 0 to 1. */
  outside: number;
  trials?: number;
  seed: number;
}

/**
 * In how many days each work is done, for each trial in ascending order: 1 is the first day of the forecast,
 * Infinity is beyond the horizon. What is done or has to wait leaves its capacity to the rest.
 */
export function simulate({ pace, works, outside, trials = TRIALS, seed }: Simulation): Float64Array[] {
  const { byDay, stretch } = pace;
  const random = seededRandom(seed);
  const results = works.map(() => new Float64Array(trials).fill(Infinity));
  let trial = 0;
  const course = createCourse(works, {
    byDay,
    inside: 1 - outside,
    finish: (work, day) => (results[work]![trial] = day),
  });
  for (; trial < trials; trial++) {
    course.begin();
    const first = drawStretch(pace, random());
    for (let week = 0; week < HORIZON_WEEKS; week++) {
      const at = (first + Math.floor(random() * stretch)) * WEEK_DAYS;
      if (!course.spend(at, week)) break;
    }
  }
  return results.map((days) => days.sort());
}

/** How much a team completes in a number of days, for each trial in ascending order. */
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
