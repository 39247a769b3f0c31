import { CommandError } from '../command-error.ts';
import { dateOf } from './dates.ts';
import type { Entry } from './entry.ts';

/** From when to when a sprint lasts. */
export interface Span {
  startDate: string;
  endDate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 14;

/** Reads `2026-11-02..2026-11-15`. Throws CommandError. */
export function parseSprintDates(text: string): Span {
  const [startDate, endDate, ...rest] = text.split('..').map((part) => dateOf(part.trim()));
  if (startDate && endDate && rest.length === 0 && startDate <= endDate) return { startDate, endDate };
  throw new CommandError(
    `--sprint-dates takes two dates, the earlier first, such as 2026-11-02..2026-11-15; ${text} is not so.`,
  );
}

type Dated = Pick<Entry, 'startDate' | 'endDate' | 'sprintStart' | 'sprintEnd'>;

/**
 * The span of a sprint that rows name: from the first to the last date of their columns for it; else of the
 * stories; else two weeks from today. One that these would give no time lasts to the end of its day where the
 * columns for the sprint say so, else two weeks.
 */
export function spanOf(entries: readonly Dated[]): Span {
  const own = rangeOf(entries.flatMap(({ sprintStart, sprintEnd }) => [sprintStart, sprintEnd]));
  const { startDate, endDate } =
    own ?? rangeOf(entries.flatMap((one) => [one.startDate, one.endDate])) ?? today();
  if (startDate < endDate) return { startDate, endDate };
  const hasBoth = entries.some(({ sprintStart, sprintEnd }) => sprintStart && sprintEnd);
  const start = Date.parse(startDate);
  const dayEnd = (Math.floor(start / DAY_MS) + 1) * DAY_MS - 1;
  const end = hasBoth && dayEnd > start ? dayEnd : start + USUAL_DAYS * DAY_MS;
  return { startDate, endDate: new Date(end).toISOString() };
}

function rangeOf(dates: readonly (string | undefined)[]): Span | undefined {
  const sorted = dates.filter((date) => date !== undefined).sort();
  return sorted.length > 0 ? { startDate: sorted[0]!, endDate: sorted.at(-1)! } : undefined;
}

function today(): Span {
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  return { startDate: midnight, endDate: midnight };
}
