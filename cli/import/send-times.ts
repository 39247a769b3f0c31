import { createHash } from 'node:crypto';
import type { TimeEntry } from '../../shared/planning/time-entries/time-entry.ts';
import { describeApiError, type ApiClient } from './api-client.ts';
import type { Catalog } from './catalog.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { PlacedRow } from './send-rows.ts';
import { timeRequests, timeWarning, type TimeRequest } from './time-requests.ts';

/** How many time entries were made, and were there. */
export interface TimesOutcome {
  created: number;
  present: number;
}

interface RowTimes {
  path: string;
  row: PreparedRow;
  catalog: Catalog;
}

/**
 * Logs the time that a row says was spent, but for what the story has already. What the service refuses is a warning; what
 * cannot be sent is one of the plan.
 */
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
  const requests = times.flatMap((time) => timeRequests(time, catalog).requests);
  for (const [position, request] of requests.entries()) {
    const known = there.indexOf(identityOf(request));
    if (known >= 0) {
      there.splice(known, 1);
      counts.present++;
      continue;
    }
    const answer = await client.send('POST', at, JSON.stringify(request), keyOf(row, position, request));
    if (answer.status === 201) counts.created++;
    else {
      const refused = { author: request.memberId, seconds: request.minutes * 60 };
      warnings.push(timeWarning(row.entry, refused, describeApiError(answer)));
    }
  }
}

const identityOf = ({ memberId, startedAt, minutes, note }: TimeRequest | TimeEntry): string =>
  JSON.stringify([memberId, new Date(startedAt).getTime(), minutes, note ?? null]);

const keyOf = ({ idempotencyKey }: PreparedRow, position: number, request: TimeRequest): string =>
  `${idempotencyKey}-${createHash('sha256')
    .update(`${position} ${identityOf(request)}`)
    .digest('base64url')}`;
