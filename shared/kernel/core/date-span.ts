import type { FieldProblem } from './errors.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The UTC day of an instant as a number, counted from 1970-01-01, for calculations with days. */
export const utcDay = (at: string | Date): number => Math.floor(new Date(at).getTime() / DAY_MS);

/** The first and the last day allowed in timestamps. */
export const FIRST_DAY = utcDay('0000-01-01');
const LAST_DAY = utcDay('9999-12-31');

/** A day as `2026-11-20`. Days outside of the years allowed are clamped. */
export const dayText = (day: number): string =>
  new Date(Math.min(Math.max(day, FIRST_DAY), LAST_DAY) * DAY_MS).toISOString().slice(0, 10);

/**
 * The UTC day at whose end something is due, regardless of the time of day. Every rule about the endDate of a story or
 * an objective uses this file, so that overdue, at risk, analyses and forecasts mean the same day. Sprints use the days
 * of their time zone (sprints/sprint-days.ts).
 */
export const dueDay = (endDate: string): number => utcDay(endDate);

/** The number of UTC days between the due day and the end; negative for an early end. */
export const daysPastDue = (endDate: string, end: string | Date): number => utcDay(end) - dueDay(endDate);

/** The endDate of a span of whole UTC days, from its start and its length in days. */
export const endAfterDays = (startDate: string | Date, days: number): string =>
  new Date(new Date(startDate).getTime() + (days - 1) * DAY_MS).toISOString();

/** Validates a date range. */
export const dateSpanProblems = ({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): FieldProblem[] =>
  startDate !== null && endDate !== null && endDate < startDate
    ? [{ path: 'endDate', message: 'must not be before startDate' }]
    : [];
