import { delayCauses } from './delay-causes.ts';
import { forecastObjectives, type ForecastInputs } from './forecast-objective.ts';

interface Delay {
  cause: (typeof delayCauses)[number];
  days: number;
}

/** The number of trials per cause: fewer than for a date, since only differences matter. */
const TRIALS = 2_000;

/**
 * The number of days by which each cause delays the 85th percentile of an objective: the difference to a forecast
 * without that cause. Returns only causes with a delay, the greatest first; empty for an objective without a date.
 */
export function delaysOf(plan: ForecastInputs, id: string): Delay[] {
  const all = forecastObjectives(plan, TRIALS);
  const outside = 1 - all.reduce((sum, { share }) => sum + share, 0);
  const p85Of = (changed: Partial<ForecastInputs>) =>
    forecastObjectives({ ...plan, outside, ...changed }, TRIALS).find((one) => one.id === id)!.p85;
  const { p85 } = all.find((one) => one.id === id)!;
  if (p85 === null) return [];
  const contenders = (change: object) =>
    plan.contenders.map((one) => (one.id === id ? { ...one, ...change } : one));
  const without: Record<Delay['cause'], Partial<ForecastInputs>> = {
    other_objectives: { contenders: plan.contenders.filter((one) => one.id === id) },
    other_work: { outside: 0 },
    scope_growth: { contenders: contenders({ weeklyGrowth: 0 }) },
    relations: { related: plan.related.map((one) => ({ ...one, blockedBy: [], othersEndIn: 0 })) },
    start_date: {
      contenders: contenders({ startsIn: 0 }),
      related: plan.related.map((one) => (one.objectiveId === id ? { ...one, startsIn: 0 } : one)),
    },
  };
  return delayCauses
    .map((cause) => ({ cause, days: p85 - (p85Of(without[cause]) ?? p85) }))
    .filter(({ days }) => days > 0)
    .sort((one, other) => other.days - one.days);
}
