const DAY_MS = 24 * 60 * 60 * 1000;

/** A day of UTC as a number, counted from 1970-01-01, so that days can be reckoned with. */
export const dayNumber = (at: string | Date): number => Math.floor(new Date(at).getTime() / DAY_MS);

/** The first of the years that timestamps may name. */
const FIRST = dayNumber('0000-01-01');

/** A day as `2026-11-20`; the week in which years begin has no days before them. */
export const dayText = (day: number): string =>
  new Date(Math.max(day, FIRST) * DAY_MS).toISOString().slice(0, 10);

/** The instant at which a day begins. */
export const startOf = (day: number): string => `${dayText(day)}T00:00:00.000Z`;

/** The instant that many days before another. */
export const daysBefore = (at: string, days: number): string =>
  new Date(Math.max(Date.parse(at) - days * DAY_MS, FIRST * DAY_MS)).toISOString();

/** The Monday of a day's week. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** All days from one to another, both included. */
export const daysFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, position) => first + position);

/** How many days lie between two instants, with two decimals. */
export const daysBetween = (from: string, to: string): number =>
  rounded((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** With at most two decimals, as estimates have. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
