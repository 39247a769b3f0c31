import {
  TIME_ENTRY_MAX_MINUTES,
  TIME_ENTRY_NOTE_MAX_CHARACTERS,
  type TimeEntry,
} from '../../shared/planning/time-entries/time-entry.ts';
import { findReporter, type Catalog } from './catalog.ts';
import { parseDate } from './dates.ts';
import type { ImportEntry } from './entry.ts';
import type { Warning } from './parents.ts';
import type { RowTime } from './presets/preset.ts';

export type TimeRequest = Pick<TimeEntry, 'memberId' | 'startedAt' | 'minutes'> & { note?: string };

/** What createTimeEntry takes for a time, several of a longer one, and what of it cannot be logged. */
export function timeRequests(
  { author, at, seconds, note }: RowTime,
  catalog: Catalog,
): { requests: TimeRequest[]; problem?: string } {
  const member = author === undefined ? undefined : findReporter(catalog, author);
  const startedAt = at === undefined ? undefined : parseDate(at);
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (!Number.isFinite(minutes)) return { requests: [], problem: 'cannot be read, and is left out' };
  if (startedAt === undefined)
    return { requests: [], problem: 'does not say when it began, and is left out' };
  if (!member)
    return { requests: [], problem: 'is of no member, and is left out; say who it is with --people-map' };
  const fields = { memberId: member.id, startedAt, ...(note === undefined ? {} : { note: fitted(note) }) };
  const days = Math.ceil(minutes / TIME_ENTRY_MAX_MINUTES);
  const requests = Array.from({ length: days }, (_, day) => ({
    ...fields,
    minutes: Math.min(TIME_ENTRY_MAX_MINUTES, minutes - day * TIME_ENTRY_MAX_MINUTES),
  }));
  return (note?.length ?? 0) > TIME_ENTRY_NOTE_MAX_CHARACTERS
    ? { requests, problem: 'its note is cut' }
    : { requests };
}

const fitted = (note: string): string =>
  note
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .slice(0, TIME_ENTRY_NOTE_MAX_CHARACTERS)
    .toWellFormed()
    .trim();

/** What is said of a time that is left out, or not logged whole. */
export const timeWarning = (
  { row, key }: Pick<ImportEntry, 'row' | 'key'>,
  { author, seconds }: Pick<RowTime, 'author' | 'seconds'>,
  reason: string,
): Warning => ({
  row,
  key,
  code: 'dropped',
  field: 'times',
  value: `${author ?? 'no author'}${Number.isFinite(seconds) ? `, ${seconds / 60} minutes` : ''}`,
  reason: `times: ${reason}`,
});

/** What is said of the times of a row before they are sent. */
export const timeWarnings = (entry: ImportEntry, catalog: Catalog): Warning[] =>
  entry.times.flatMap((time) => {
    const { problem } = timeRequests(time, catalog);
    return problem === undefined ? [] : [timeWarning(entry, time, problem)];
  });
