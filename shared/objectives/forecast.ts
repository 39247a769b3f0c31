import type { Tally } from '../counts/story-counts.ts';
import type { DerivedObjective, StoredObjective } from './objective.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Forecast = Pick<
  DerivedObjective,
  'forecastStartDate' | 'forecastEndDate' | 'forecastDaysDelta' | 'scheduleStatus'
>;

interface ForecastInput {
  objective: Pick<StoredObjective, 'startDate' | 'endDate' | 'createdAt'>;
  tally: Tally;
  /** What the team completes in a day: estimates, and one for each story without. */
  throughput: number;
  now: Date;
}

/**
 * When an objective will be done if its team goes on as it did: what remains, divided by what the team
 * completed per day over the last 28 days, from today, or from the start date where nothing has begun.
 * Days are UTC. Without stories, or while the team completes nothing, there is no forecast; when nothing
 * remains there is none either, and the objective is on track.
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
  const today = dayOf(now.getTime());
  const from = begun || startDate === null ? today : Math.max(today, dayOf(Date.parse(startDate)));
  const end = from + Math.ceil(remainingSize / throughput) * DAY_MS;
  const delta = endDate === null ? null : (end - dayOf(Date.parse(endDate))) / DAY_MS;
  return {
    forecastStartDate: begun ? (startDate ?? createdAt) : new Date(from).toISOString(),
    forecastEndDate: new Date(end).toISOString(),
    forecastDaysDelta: delta,
    scheduleStatus: delta !== null && delta > 0 ? 'at_risk' : target,
  };
}

const dayOf = (instant: number): number => Math.floor(instant / DAY_MS) * DAY_MS;
