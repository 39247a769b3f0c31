import type { Outcomes } from './calibration.ts';

/** Weeks for which a past forecast is kept for calibration. */
const RETENTION_WEEKS = 57;
const WEEK_DAYS = 7;

/** The latest forecast of an objective and earlier ones. Days are counted from 1970-01-01. */
export interface StoredForecast {
  /** The day it was made. */
  madeOn: number;
  /** The 85th percentile; null if there is none. */
  p85: number | null;
  /** Whether p85 is null because the work may never end at this pace. */
  endless: boolean;
  /** Whether p85 is after the target date. */
  late: boolean;
  /** The first forecast of each week: the day it was made, and its 85th percentile. */
  past: readonly (readonly [madeOn: number, p85: number])[];
  /** The day on which no work remained; null while work remains. */
  doneOn: number | null;
  /** The outcomes of its team's past forecasts. */
  outcomes: Outcomes;
}

/** The parts of a forecast that change from day to day. */
type NewForecast = Pick<StoredForecast, 'p85' | 'endless' | 'late' | 'doneOn'>;

/** The next state of an objective's forecast, made today. */
export function nextForecast(
  previous: StoredForecast | undefined,
  made: NewForecast,
  { today, outcomes }: { today: number; outcomes: Outcomes },
): StoredForecast {
  const kept = (previous?.past ?? []).filter(([madeOn]) => madeOn > today - RETENTION_WEEKS * WEEK_DAYS);
  const isNewWeek = kept.every(([madeOn]) => weekOf(madeOn) !== weekOf(today));
  const past = isNewWeek && made.p85 !== null ? [...kept, [today, made.p85] as const] : kept;
  return { madeOn: today, ...made, past, outcomes };
}

/** The outcomes of past forecasts: those of finished work, and those whose date has passed. */
export function outcomesOf(
  forecasts: readonly Pick<StoredForecast, 'past' | 'doneOn'>[],
  today: number,
): Outcomes {
  const ended = forecasts.flatMap(({ past, doneOn }) =>
    past.flatMap(([, p85]) => (doneOn !== null ? [doneOn <= p85] : today > p85 ? [false] : [])),
  );
  return { held: ended.filter((held) => held).length, of: ended.length };
}

/** Monday-based, like the weeks of analyses. */
const weekOf = (day: number): number => Math.floor((day + 3) / WEEK_DAYS);
