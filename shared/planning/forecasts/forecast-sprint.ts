import { drawStretch, WEEK_DAYS, type Pace } from './pace.ts';
import { quantile } from './percentiles.ts';
import { seededRandom, seedOf } from '../../kernel/core/seeded-random.ts';
import { createSprintQueue, type QueuedStory } from './sprint-queue.ts';
import { TRIALS } from './simulate.ts';

/** Stories with a lower probability of being completed in time are unlikely. */
const LIKELY_MIN = 0.5;

interface SprintForecast {
  /** The numbers of completed stories: at most so many in 15, 50 and 85 of 100 cases. */
  p15: number;
  p50: number;
  p85: number;
  unlikely: string[];
}

/**
 * Forecasts how many stories a team completes in a number of days, one after another. A story begins once its start
 * date and its blockers allow it; meanwhile the next possible one is done.
 */
export function forecastSprint(
  pace: Pace,
  { queue, days, daily }: { queue: readonly QueuedStory[]; days: number; daily: readonly number[] },
): SprintForecast {
  const { byDay, stretch } = pace;
  const random = seededRandom(seedOf([...daily, days, ...queue.map(({ size }) => size)]));
  const trial = createSprintQueue(queue, days);
  const done = new Float64Array(TRIALS);
  const doneOf = new Int32Array(queue.length);
  for (let number = 0; number < TRIALS; number++) {
    trial.begin();
    const first = drawStretch(pace, random());
    let at = 0;
    for (let day = 0; day < days; day++) {
      const weekday = day % WEEK_DAYS;
      if (weekday === 0) at = (first + Math.floor(random() * stretch)) * WEEK_DAYS;
      trial.spend(byDay[at + weekday]! - (weekday === 0 ? 0 : byDay[at + weekday - 1]!), day);
    }
    done[number] = trial.done().length;
    for (const position of trial.done()) doneOf[position]!++;
  }
  done.sort();
  const [p15, p50, p85] = [0.15, 1 - LIKELY_MIN, 0.85].map((share) => quantile(done, share));
  const unlikely = queue.filter((_, position) => doneOf[position]! <= TRIALS * LIKELY_MIN);
  return { p15: p15!, p50: p50!, p85: p85!, unlikely: unlikely.map(({ id }) => id) };
}
