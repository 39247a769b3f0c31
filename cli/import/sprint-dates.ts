import { DAY_MS, endAfterDays } from '../../shared/kernel/core/date-span.ts';
import { CommandError } from '../core/command-error.ts';
import { parseDate } from './dates.ts';
import type { ImportEntry } from './entry.ts';

/** Start and end of a sprint. */
export interface SprintDates {
  startDate: string;
  endDate: string;
}

const DEFAULT_DAYS = 14;

/** Parses `2026-11-02..2026-11-15`. Throws a CommandError. */
export function parseSprintDates(text: string): SprintDates {
  const [startDate, endDate, ...rest] = text.split('..').map((part) => parseDate(part.trim()));
  if (startDate && endDate && rest.length === 0 && startDate <= endDate) return { startDate, endDate };
  throw new CommandError(
    `--sprint-dates requires two dates, the earlier first, such as 2026-11-02..2026-11-15; ${text} is invalid.`,
  );
}

type Dated = Pick<
  ImportEntry,
  'startDate' | 'endDate' | 'sprintStart' | 'sprintEnd' | 'createdAt' | 'startedAt' | 'completedAt'
>;

/** Start and end of something, as far as known. */
type KnownDates = readonly [start: string | undefined, end: string | undefined];

/**
 * Start and end of a sprint named by rows: from the rows' sprint columns, or else from the stories' dates, or
 * else from their history; undefined if nothing is known. An empty span is extended to the end of its day if
 * the sprint columns say so, and otherwise to two weeks, ending on that day if only an end is known.
 */
export function spanOf(entries: readonly Dated[]): SprintDates | undefined {
  const own = entries.map((one): KnownDates => [one.sprintStart, one.sprintEnd]);
  const planned = entries.map((one): KnownDates => [one.startDate, one.endDate]);
  const past = entries.map((one): KnownDates => [one.startedAt ?? one.createdAt, one.completedAt]);
  const known = [own, planned, past].find((dates) => dates.flat().some((date) => date !== undefined));
  if (!known) return undefined;
  const dates = known.flat().filter((date) => date !== undefined);
  const [startDate, endDate] = [dates.sort()[0]!, dates.at(-1)!];
  const start = Date.parse(startDate);
  // Histories of stories that were typed and done at one sitting say little about their sprint.
  const isTooShort = known === past && Date.parse(endDate) - start < DAY_MS;
  if (startDate < endDate && !isTooShort) return { startDate, endDate };
  if (known.every(([first]) => first === undefined))
    return { startDate: new Date(start - (DEFAULT_DAYS - 1) * DAY_MS).toISOString(), endDate };
  const dayEnd = (Math.floor(start / DAY_MS) + 1) * DAY_MS - 1;
  const isOneDay = own.some(([first, last]) => first && last) && dayEnd > start;
  return {
    startDate,
    endDate: isOneDay ? new Date(dayEnd).toISOString() : endAfterDays(startDate, DEFAULT_DAYS),
  };
}

/** Two weeks from today, for a sprint without any dates. */
export function usualSpan(): SprintDates {
  const startDate = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  return { startDate, endDate: endAfterDays(startDate, DEFAULT_DAYS) };
}
