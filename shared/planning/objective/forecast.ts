import { DAY_MS, daysPastDue, utcDay } from '../../kernel/core/date-span.ts';
import type { Tally } from '../counts/story-counts.ts';
import type { StoredForecast } from '../forecasts/stored-forecast.ts';
import type { DerivedObjective, StoredObjective } from './objective.ts';

type Forecast = Pick<
  DerivedObjective,
  'forecastStartDate' | 'forecastEndDate' | 'forecastDaysDelta' | 'scheduleStatus'
>;

interface ForecastInput {
  objective: Pick<StoredObjective, 'startDate' | 'endDate' | 'createdAt'>;
  tally: Tally;
  stored: Pick<StoredForecast, 'p85' | 'endless'> | undefined;
  now: Date;
}

/**
 * The forecast fields of an objective, from the forecast that the service last made of it: its end is the 85th
 * percentile. There is none without stories, without a forecast, or when nothing remains; in the last case the
 * objective is on track. Days are UTC.
 */
export function forecast({ objective, tally, stored, now }: ForecastInput): Forecast {
  const { startDate, endDate, createdAt } = objective;
  const { counts, remainingSize } = tally;
  const target = endDate === null ? ('no_target' as const) : ('on_track' as const);
  const nothing = { forecastStartDate: null, forecastEndDate: null, forecastDaysDelta: null };
  if (counts.total === counts.cancelled) return { ...nothing, scheduleStatus: 'no_schedule' };
  if (remainingSize === 0) return { ...nothing, scheduleStatus: target };
  if (stored?.endless) return { ...nothing, scheduleStatus: endDate === null ? 'no_target' : 'at_risk' };
  if (!stored || stored.p85 === null) return { ...nothing, scheduleStatus: 'no_schedule' };

  const begun = counts.started + counts.completed > 0;
  const today = utcDay(now);
  const from = startDate === null ? today : Math.max(today, utcDay(startDate));
  // What remains cannot end before today, though the forecast of today may be made later in the team's night.
  const forecastEndDate = startOf(Math.max(stored.p85, today));
  const delta = endDate === null ? null : daysPastDue(endDate, forecastEndDate);
  return {
    forecastStartDate: begun ? (startDate ?? createdAt) : startOf(from),
    forecastEndDate,
    forecastDaysDelta: delta,
    scheduleStatus: delta !== null && delta > 0 ? 'at_risk' : target,
  };
}

const startOf = (day: number): string => new Date(day * DAY_MS).toISOString();
