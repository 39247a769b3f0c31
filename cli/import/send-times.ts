import { createHash } from 'node:crypto';
import {
  TIME_ENTRY_MAX_MINUTES,
  TIME_ENTRY_NOTE_MAX_CHARACTERS,
} from '../../shared/planning/time-entries/time-entry.ts';
import type { TimeEntry } from '../../shared/planning/time-entries/time-entry.ts';
import { describeApiError, type ApiClient } from './api-client.ts';
import { findReporter, type Catalog } from './catalog.ts';
import { parseDate } from './dates.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { RowTime } from './presets/preset.ts';
import type { PlacedRow } from './send-rows.ts';

/** How many time entries were made, and were there. */
export interface TimesOutcome {
  created: number;
  present: number;
}

type TimeRequest = Pick<TimeEntry, 'memberId' | 'startedAt' | 'minutes'> & { note?: string };

interface RowTimes {
  path: string;
  row: PreparedRow;
  catalog: Catalog;
}

/** Logs the time that a row says was spent, but for what the story has already. What cannot be logged is a warning. */
export async function sendTimes(
  client: ApiClient,
  { path, row, catalog }: RowTimes,
  { kind }: PlacedRow,
  { times: counts, warnings }: { times: TimesOutcome; warnings: Warning[] },
): Promise<void> {
  const { times } = row.entry;
  if (times.length === 0) return;
  const at = `${path}/time-entries`;
  const there = kind === 'created' ? [] : (await client.list<TimeEntry>(at)).map(identityOf);
  const requests = times.flatMap((time) => requestsOf(time, catalog, (reason) => warn(reason, time)));
  for (const [position, request] of requests.entries()) {
    const known = there.indexOf(identityOf(request));
    if (known >= 0) {
      there.splice(known, 1);
      counts.present++;
      continue;
    }
    const answer = await client.send('POST', at, JSON.stringify(request), keyOf(row, position, request));
    if (answer.status === 201) counts.created++;
    else warn(describeApiError(answer), { author: request.memberId, seconds: request.minutes * 60 });
  }

  function warn(reason: string, { author, seconds }: Pick<RowTime, 'author' | 'seconds'>): void {
    const value = `${author ?? 'no author'}${Number.isFinite(seconds) ? `, ${seconds / 60} minutes` : ''}`;
    warnings.push({
      row: row.entry.row,
      key: row.entry.key,
      code: 'dropped',
      field: 'times',
      value,
      reason: `times: ${reason}`,
    });
  }
}

/** What createTimeEntry takes for a time; several of a longer one, and none of one that cannot be logged. */
function requestsOf(
  { author, at, seconds, note }: RowTime,
  catalog: Catalog,
  refuse: (reason: string) => void,
): TimeRequest[] {
  const member = author === undefined ? undefined : findReporter(catalog, author);
  const startedAt = at === undefined ? undefined : parseDate(at);
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (!Number.isFinite(minutes)) refuse('cannot be read, and is left out');
  else if (startedAt === undefined) refuse('does not say when it began, and is left out');
  else if (!member) refuse('is of no member, and is left out; say who it is with --people-map');
  else {
    if ((note?.length ?? 0) > TIME_ENTRY_NOTE_MAX_CHARACTERS) refuse('its note is cut');
    const fields = { memberId: member.id, startedAt, ...(note === undefined ? {} : { note: fitted(note) }) };
    const days = Math.ceil(minutes / TIME_ENTRY_MAX_MINUTES);
    return Array.from({ length: days }, (_, day) => ({
      ...fields,
      minutes: Math.min(TIME_ENTRY_MAX_MINUTES, minutes - day * TIME_ENTRY_MAX_MINUTES),
    }));
  }
  return [];
}

const fitted = (note: string): string =>
  note
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .slice(0, TIME_ENTRY_NOTE_MAX_CHARACTERS)
    .toWellFormed()
    .trim();

const identityOf = ({ memberId, startedAt, minutes, note }: TimeRequest | TimeEntry): string =>
  JSON.stringify([memberId, new Date(startedAt).getTime(), minutes, note ?? null]);

const keyOf = ({ idempotencyKey }: PreparedRow, position: number, request: TimeRequest): string =>
  `${idempotencyKey}-${createHash('sha256')
    .update(`${position} ${identityOf(request)}`)
    .digest('base64url')}`;
