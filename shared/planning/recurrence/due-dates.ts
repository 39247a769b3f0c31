import { dayText, utcDay } from '../../kernel/core/date-span.ts';
import { parseRule } from './recurrence-rule.ts';
import { recurrenceDays } from './recurrence.ts';

/** A rule with the days and the zone that it counts in. */
export interface Recurrence {
  rule: string;
  startDate: string;
  endDate: string | null;
  timeZone: string;
}

/** How far ahead due dates are looked for: a leap day that has to be a Sunday comes every 28 or, around 2100, 40 years. */
const LOOK_DAYS = 40 * 366;

/** The due dates from one day to another, both included, of the calendar of the zone. */
function* datesBetween(recurrence: Recurrence, from: string, to: number): Generator<string> {
  const { rule, startDate, endDate, timeZone } = recurrence;
  const start = utcDay(startDate);
  const last = Math.min(to, endDate === null ? Infinity : utcDay(endDate));
  const days = recurrenceDays(parseRule(rule, start, timeZone), start, utcDay(from), last);
  for (const day of days) yield dayText(day);
}

/** The due dates from one day to another, both included. */
export const dueDates = (recurrence: Recurrence, from: string, to: string): string[] => [
  ...datesBetween(recurrence, from, utcDay(to)),
];

/** Up to `count` due dates after a day. */
export function datesAfter(recurrence: Recurrence, day: string, count: number): string[] {
  const from = Math.max(utcDay(day) + 1, utcDay(recurrence.startDate));
  const found: string[] = [];
  for (const date of datesBetween(recurrence, dayText(from), from + LOOK_DAYS)) {
    if (found.push(date) === count) break;
  }
  return found;
}
