import { DAY_MS, daysPastDue, utcDay } from '../core/date-span.ts';
import type { Tally } from '../counts/story-counts.ts';
import type { DerivedObjective, StoredObjective } from './objective.ts';

type Forecast = Pick<
  DerivedObjective,
  'forecastStartDate' | 'forecastEndDate' | 'forecastDaysDelta' | 'scheduleStatus'
>;

interface ForecastInput {
  objective: Pick<StoredObjective, 'startDate' | 'endDate' | 'createdAt'>;
  tally: Tally;
  /** What the team completes per day: the sum of estimates, counting 1 for each unestimated story. */
  throughput: number;
  now: Date;
}

/**
 * Forecasts when an objective will be completed at the team's recent pace: remaining size divided by the
 * team's average daily throughput over the last 28 days, counted from today or, if nothing has started, from
 * the start date.
 * Days are UTC. There is no forecast without stories, without throughput, or when nothing remains; in the
 * last case the objective is on track.
 */
export function forecast({ objective, tally, throughput, now }: ForecastInput): Forecast {
  const { startDate, endDate, createdAt } = objective;
  const { counts, remainingSize } = tally;
  const target = endDate === null ? ('no_target' as const) : ('on_track' as const);
  const nothing = { forecastStartDate: null, forecastEndDate: null, forecastDaysDelta: null };
  if (counts.total === counts.cancelled) return { ...nothing, scheduleStatus: 'no_schedule' };
  if (remainingSize === 0) return { ...nothing, scheduleStatus: target };
  if (throughput === 0) return { ...nothing, scheduleStatus: 'no_schedule' };

  const begun = counts.started + counts.completed > 0;
  const today = utcDay(now);
  const from = begun || startDate === null ? today : Math.max(today, utcDay(startDate));
  const forecastEndDate = startOf(from + Math.ceil(remainingSize / throughput));
  const delta = endDate === null ? null : daysPastDue(endDate, forecastEndDate);
  return {
    forecastStartDate: begun ? (startDate ?? createdAt) : startOf(from),
    forecastEndDate,
    forecastDaysDelta: delta,
    scheduleStatus: delta !== null && delta > 0 ? 'at_risk' : target,
  };
}

const startOf = (day: number): string => new Date(day * DAY_MS).toISOString();
