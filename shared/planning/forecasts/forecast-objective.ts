import type { Outcomes } from './calibration.ts';
import { correctedLevel, TARGET_SHARE } from './calibration.ts';
import type { Pace } from './pace.ts';
import { dayAt, probabilityBy } from './percentiles.ts';
import { withRelated, type DependentStory } from './dependent-stories.ts';
import { seedOf } from '../../kernel/core/seeded-random.ts';
import { splitCapacity, type Contender, type ObservedShares } from './shares.ts';
import { simulate, TRIALS, type Simulation } from './simulate.ts';

/** The shares of the remaining stories for which the probability without them is computed too. */
const FEWER_PARTS = [0.1, 0.25, 0.5];

/** The known work of a team, as the input of a forecast. */
export interface ForecastInputs {
  pace: Pace;
  daily: readonly number[];
  contenders: readonly Contender[];
  /** The team's stories that are blocked or have a future start date, and their blockers. */
  related: readonly DependentStory[];
  observed: ObservedShares;
  outcomes: Outcomes;
  /** The part of the capacity that goes to work outside of objectives, in place of the observed one. */
  outside?: number;
}

/** The days by which one objective is done, by probability: 1 is today, null is beyond the horizon. */
export interface ObjectiveForecast {
  id: string;
  p50: number | null;
  p85: number | null;
  p95: number | null;
  /** The part of the team's capacity that it begins with. */
  share: number;
  probabilityBy: (day: number) => number;
}

/** Forecasts all objectives that share a team's capacity. The same data gives the same forecast. */
export function forecastObjectives(plan: ForecastInputs, trials = TRIALS): ObjectiveForecast[] {
  const simulation = { ...simulationOf(plan), trials };
  const level = correctedLevel(plan.outcomes);
  const shares = simulation.works.reduce((sum, { share }) => sum + share, 0);
  return simulate(simulation).map((days, position) => ({
    id: plan.contenders[position]!.id,
    p50: dayAt(days, 0.5, level),
    p85: dayAt(days, TARGET_SHARE, level),
    p95: dayAt(days, 0.95, level),
    share: ((1 - simulation.outside) * simulation.works[position]!.share) / shares,
    probabilityBy: (day) => probabilityBy(days, day, level),
  }));
}

function simulationOf({ pace, daily, contenders, related, observed, ...plan }: ForecastInputs): Simulation {
  const { works, outside } = splitCapacity(withRelated(contenders, related), observed);
  const seed = seedOf([...daily, ...contenders.flatMap(({ remaining, startsIn }) => [remaining, startsIn])]);
  return { pace, works, outside: plan.outside ?? outside, seed };
}

/** The probability that an objective is done by a day with some stories of average size fewer. */
export function withFewerStories(
  plan: ForecastInputs,
  { id, stories, day }: { id: string; stories: number; day: number },
): { stories: number; probabilityOfTarget: number }[] {
  const counts = [...new Set(FEWER_PARTS.map((part) => Math.max(1, Math.round(stories * part))))];
  return counts
    .filter((fewer) => fewer < stories)
    .map((fewer) => {
      const contenders = plan.contenders.map((one) =>
        one.id === id ? { ...one, remaining: one.remaining * (1 - fewer / stories) } : one,
      );
      const forecast = forecastObjectives({ ...plan, contenders }).find((one) => one.id === id)!;
      return { stories: fewer, probabilityOfTarget: forecast.probabilityBy(day) };
    });
}
