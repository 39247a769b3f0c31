import { CommandError } from '../command-error.ts';
import { dateOf, type Entry } from './entry.ts';

/** From when to when a sprint lasts. */
export interface Span {
  startDate: string;
  endDate: string;
}

const DAY = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 14;

/** Reads `2026-11-02..2026-11-15`. Throws CommandError. */
export function parseSprintDates(text: string): Span {
  const [startDate, endDate, ...rest] = text.split('..').map((part) => dateOf(part.trim()));
  if (startDate && endDate && rest.length === 0 && startDate <= endDate) return { startDate, endDate };
  throw new CommandError(
    `--sprint-dates takes two dates, the earlier first, such as 2026-11-02..2026-11-15; ${text} is not so.`,
  );
}

/** The span of a sprint that rows name: from their first to their last date, else two weeks from today. */
export function spanOf(entries: readonly Pick<Entry, 'startDate' | 'endDate'>[]): Span {
  const dates = entries.flatMap(({ startDate, endDate }) => [startDate ?? [], endDate ?? []].flat()).sort();
  if (dates.length > 0) return { startDate: dates[0]!, endDate: dates.at(-1)! };
  const today = Math.floor(Date.now() / DAY) * DAY;
  const [startDate, endDate] = [today, today + USUAL_DAYS * DAY].map((time) => new Date(time).toISOString());
  return { startDate: startDate!, endDate: endDate! };
}
