import { DAY_MS, dayText, FIRST_DAY } from '../../kernel/core/date-span.ts';
import { dayOfWeek } from '../../kernel/core/weekdays.ts';

/** The instant at which a day starts. */
export const startOf = (day: number): string => `${dayText(day)}T00:00:00.000Z`;

/** The instant a number of days before another. */
export const daysBefore = (at: string, days: number): string =>
  new Date(Math.max(Date.parse(at) - days * DAY_MS, FIRST_DAY * DAY_MS)).toISOString();

/** The Monday of a day's week. */
export const mondayOf = (day: number): number => day - dayOfWeek(day);

/** All days in a range, both ends included. */
export const daysFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, position) => first + position);

/** The days between two instants, rounded to two decimals. */
export const daysBetween = (from: string, to: string): number =>
  roundToHundredths((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Rounds to two decimals, like estimates. */
export const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
