import { readFileSync } from 'node:fs';
import { seededRandom } from '../../shared/kernel/core/seeded-random.ts';

/** What somebody completed on each day, oldest first. */
export interface History {
  name: string;
  completed: readonly number[];
}

interface Recorded {
  project: string;
  from: string;
  completed: string;
}

/**
 * Changes merged per UTC day in four public projects, counted from the dates of their histories: numbers only,
 * up to ten years of them.
 */
export function realHistories(): History[] {
  const recorded = JSON.parse(
    readFileSync(new URL('throughput.json', import.meta.url), 'utf8'),
  ) as Recorded[];
  return recorded.map(({ project, completed }) => ({
    name: project,
    completed: completed.split(' ').map(Number),
  }));
}

const YEARS_DAYS = 4 * 365;

/** Made-up teams that work Monday to Friday. */
export function syntheticHistories(): History[] {
  return [
    team('steady', () => 2),
    team('bursty', (day, random) => (Math.floor(day / 35) % 2 === 0 ? 4 : 0.5) * (0.5 + random())),
    team('growing', (day) => 1 + (3 * day) / YEARS_DAYS),
    team('shrinking', (day) => 4 - (3 * day) / YEARS_DAYS),
    // Three weeks in summer, two at the end of the year.
    team('with holidays', (day) => (isBetween(day % 365, 200, 221) || day % 365 >= 351 ? 0 : 2)),
  ];
}

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value < to;

function team(name: string, meanOf: (day: number, random: () => number) => number): History {
  const random = seededRandom(name.length);
  const completed = Array.from({ length: YEARS_DAYS }, (_, day) =>
    day % 7 >= 5 ? 0 : poisson(meanOf(day, random), random),
  );
  return { name, completed };
}

/** Knuth's method. */
function poisson(mean: number, random: () => number): number {
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > least; product *= random()) count++;
  return count;
}
