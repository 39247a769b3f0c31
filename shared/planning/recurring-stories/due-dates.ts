import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { addDays } from '../cadence/slots.ts';
import type { RecurringStory } from './recurring-story.ts';

type Recurrence = Pick<RecurringStory, 'rule' | 'startDate' | 'endDate'>;

/** The number of days that are looked through for due dates, a longer time if there are too few in a shorter one. */
const LOOKS_DAYS = [60, 800, 4_900];

/** The most periods that are looked through: a day each, for rules of days. */
const PERIODS_MAX = 5_000;
const CANDIDATES_MAX = 50_000;

const asUtc = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime('UTC');
const asDate = (day: string): Date => new Date(asUtc(day).epochMilliseconds);

/**
 * A rule counts days of the calendar; the zone says when each begins. So it is worked out in UTC, where no day is
 * skipped.
 */
function datesBetween({ rule, startDate, endDate }: Recurrence, from: string, to: string): string[] {
  const last = endDate !== null && endDate < to ? endDate : to;
  if (last < from) return [];
  const rrule = new RRuleTemporal({
    rruleString: rule,
    dtstart: asUtc(startDate),
    maxIterations: PERIODS_MAX,
    maxCandidateEvaluations: CANDIDATES_MAX,
  });
  return rrule.between(asDate(from), asDate(last), true).map((one) => one.toString().slice(0, 10));
}

/** The due dates from one day to another, both included. */
export function dueDates(recurrence: Recurrence, from: string, to: string): string[] {
  try {
    return datesBetween(recurrence, from, to);
  } catch (error) {
    if (error instanceof Error && /^Maximum (iterations|candidate)/.test(error.message)) return [];
    throw error;
  }
}

/** Up to `count` due dates after a day. */
export function datesAfter(recurrence: Recurrence, day: string, count: number): string[] {
  const from = recurrence.startDate > day ? recurrence.startDate : addDays(day, 1);
  let found: string[] = [];
  for (const days of LOOKS_DAYS) {
    const seen = dueDates(recurrence, from, addDays(from, days)).slice(0, count);
    // A look that gave up has none.
    if (seen.length > found.length) found = seen;
    if (found.length === count) break;
  }
  return found;
}
