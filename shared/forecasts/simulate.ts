import { drawStretch, WEEK_DAYS, type Pace } from './pace.ts';
import { seededRandom } from './seeded-random.ts';

export const TRIALS = 10_000;
/** Work that is not done within this many weeks has no date. */
export const HORIZON_WEEKS = 260;

/** Work of a team that is under way beside other work. */
export interface Work {
  /** The size that remains; positive. */
  remaining: number;
  /** Its part of the team's capacity, relative to the other works'. */
  share: number;
  /** Days until it may begin; 0 for work that has begun. */
  startsIn: number;
  /** What its scope grows by each week. */
  weeklyGrowth: number;
}

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
 * Infinity is beyond the horizon. What is done leaves its capacity to the rest.
 */
export function simulate({ pace, works, outside, trials = TRIALS, seed }: Simulation): Float64Array[] {
  const { byDay, stretch } = pace;
  const random = seededRandom(seed);
  const results = works.map(() => new Float64Array(trials).fill(Infinity));
  const left = new Float64Array(works.length);
  for (let trial = 0; trial < trials; trial++) {
    works.forEach(({ remaining }, position) => (left[position] = remaining));
    const first = drawStretch(pace, random());
    let open = works.length;
    for (let week = 0; open > 0 && week < HORIZON_WEEKS; week++) {
      const at = (first + Math.floor(random() * stretch)) * WEEK_DAYS;
      const inside = (1 - outside) / activeShares(works, left, week);
      for (let position = 0; position < works.length; position++) {
        const { share, startsIn, weeklyGrowth } = works[position]!;
        const skipped = startsIn - week * WEEK_DAYS;
        if (left[position]! <= 0 || skipped >= WEEK_DAYS) continue;
        const part = share * inside;
        const before = skipped > 0 ? byDay[at + skipped - 1]! : 0;
        const done = (byDay[at + WEEK_DAYS - 1]! - before) * part;
        if (done < left[position]!) {
          left[position]! += weeklyGrowth - done;
          continue;
        }
        const day = dayOfCompletion(byDay, at, left[position]! / part + before);
        results[position]![trial] = week * WEEK_DAYS + Math.max(day, skipped + 1);
        left[position] = 0;
        open--;
      }
    }
  }
  return results.map((days) => days.sort());
}

/** The shares of the works that may go on in a week and are not done. */
function activeShares(works: readonly Work[], left: Float64Array, week: number): number {
  let sum = 0;
  for (let position = 0; position < works.length; position++) {
    const { share, startsIn } = works[position]!;
    if (left[position]! > 0 && startsIn < (week + 1) * WEEK_DAYS) sum += share;
  }
  return sum;
}

/** The day of a week, from 1 to 7, on which a sum is reached. */
function dayOfCompletion(byDay: Float64Array, at: number, sum: number): number {
  let day = 0;
  while (day < WEEK_DAYS - 1 && byDay[at + day]! < sum) day++;
  return day + 1;
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
