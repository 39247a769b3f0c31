import type { Pace } from './pace.ts';
import { quantile } from './percentiles.ts';
import { seedOf } from './seeded-random.ts';
import { simulateCapacity } from './simulate.ts';

/** Stories with a lower probability of being completed in time are unlikely. */
const LIKELY_MIN = 0.5;

/** A story that remains in a sprint, in the order in which the team gets to it. */
export interface Queued {
  id: string;
  /** Hundredths. */
  size: number;
}

interface SprintForecast {
  /** How many of the stories are completed: at most so many in 15, 50 and 85 of 100 cases. */
  p15: number;
  p50: number;
  p85: number;
  unlikely: string[];
}

/** Forecasts how many of the stories a team completes, one after another, in a number of days. */
export function forecastSprint(
  pace: Pace,
  { queue, days, daily }: { queue: readonly Queued[]; days: number; daily: readonly number[] },
): SprintForecast {
  const seed = seedOf([...daily, days, ...queue.map(({ size }) => size)]);
  const capacity = simulateCapacity(pace, { days, seed });
  const done = capacity.map((size) => storiesWithin(queue, size));
  const [p15, p50, p85] = [0.15, 1 - LIKELY_MIN, 0.85].map((share) => quantile(done, share));
  return { p15: p15!, p50: p50!, p85: p85!, unlikely: queue.slice(p50).map(({ id }) => id) };
}

function storiesWithin(queue: readonly Queued[], capacity: number): number {
  let left = capacity;
  let stories = 0;
  while (stories < queue.length && queue[stories]!.size <= left) left -= queue[stories++]!.size;
  return stories;
}
