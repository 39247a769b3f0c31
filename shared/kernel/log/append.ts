import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { tryCommit } from '../db/write.ts';
import { eventTime, type WebhookEvent } from './event.ts';
import {
  getStart,
  putLogEntry,
  putStart,
  readBack,
  readFrom,
  type LogEntry,
  type LogId,
  type LogPosition,
} from './log-store.ts';
import { expiryOf } from './retention.ts';
import type { Database } from '../core/database.ts';

/** Maximum difference of two machines' clocks, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Maximum number of events in an entry; their total size is limited too, because readers read whole entries. */
const EVENTS_PER_ENTRY = 25;
const ENTRY_MAX_BYTES = 32 * 1024;

/** Number of entries read at once. */
const PAGE_SIZE = 25;

/** The maximum number of events that a sandbox caches before it clears the cache and reads again. */
const EVENTS_MAX = 100_000;

type Logged = Pick<WebhookEvent, 'id' | 'body'>;

/** A sandbox's cached part of a log: every entry from a time to the last one. */
interface CachedLog {
  /** The last entry; undefined if there is none. */
  last: Pick<LogEntry, 'number' | 'at'> | undefined;
  /** The start of the cached part, in milliseconds since 1970. */
  since: number;
  positions: Map<string, LogPosition>;
}

interface LogTools {
  database: Database;
  now: () => Date;
  /** How long entries are retained, in milliseconds. */
  retention: number;
}

type AppendEvents = (
  tools: LogTools,
  log: LogId,
  events: readonly Logged[],
) => Promise<Map<string, LogPosition>>;

/**
 * Returns a function that appends events to a log in order, each once, and returns their positions. It writes an entry
 * only after reading all others since the oldest of its events happened, so it recognizes the writes of earlier
 * attempts, even after a crash. What it has read is cached for the next call.
 */
export function createLogWriter(): AppendEvents {
  const known = new Map<LogId, CachedLog>();
  return async ({ database, now, retention }, log, events) => {
    const read = createReader(database);
    const unique = [...new Map(events.map((event) => [event.id, event])).values()];
    const oldest = Math.min(...events.map(({ id }) => eventTime(id))) - CLOCK_SKEW_MS;
    let seen = known.get(log);
    // Forgotten while it works, so that an error leaves nothing half-read.
    known.delete(log);
    // What others have appended to a known log shows when the next entry turns out to exist.
    if (!seen || seen.since > oldest) seen = await lookBack(read, log, oldest);
    const hasExpired = ({ last }: CachedLog) => last && last.at < now().getTime() - retention;
    if (hasExpired(seen)) await catchUp(read, log, seen);
    // Of entries that have expired, the table may have deleted the last ones first.
    if (hasExpired(seen)) seen.last = undefined;
    for (;;) {
      const entry = nextEntry(unique.filter(({ id }) => !seen.positions.has(id)));
      if (entry.length === 0) break;
      const at = Math.max(now().getTime(), seen.last?.at ?? 0);
      const number = seen.last ? seen.last.number + 1 : await startOf({ database, now, retention }, log);
      const put = putLogEntry(log, { number, at }, entry, expiryOf(at, retention), writeConflict);
      if (await tryCommit(database, [put]))
        remember(seen, log, { number, at, ids: entry.map(({ id }) => id) });
      else await catchUp(read, log, seen);
    }
    if ([...known.values()].reduce((sum, { positions }) => sum + positions.size, 0) > EVENTS_MAX)
      known.clear();
    if (seen.positions.size <= EVENTS_MAX) known.set(log, seen);
    return seen.positions;
  };
}

function nextEntry(events: readonly Logged[]): Logged[] {
  let bytes = 0;
  const fitting = events.findIndex(({ body }, position) => {
    bytes += Buffer.byteLength(body);
    return position === EVENTS_PER_ENTRY || (position > 0 && bytes > ENTRY_MAX_BYTES);
  });
  return fitting < 0 ? [...events] : events.slice(0, fitting);
}

function remember(
  seen: CachedLog,
  log: LogId,
  { number, at, ids }: Pick<LogEntry, 'number' | 'at' | 'ids'>,
): void {
  ids.forEach((id, index) => {
    // The first of two counts, where one was appended twice.
    if (!seen.positions.has(id)) seen.positions.set(id, { log, number, index });
  });
  if (!seen.last || number > seen.last.number) seen.last = { number, at };
}

/** Reads the entries that other writers have appended meanwhile. */
async function catchUp(
  read: ReturnType<typeof createReader>,
  log: LogId,
  seen: CachedLog,
): Promise<CachedLog> {
  for (;;) {
    const from = seen.last ? seen.last.number + 1 : 0;
    const entries = await readFrom(read, log, from, { limit: PAGE_SIZE, consistent: true });
    for (const entry of entries) remember(seen, log, entry);
    if (entries.length === 0) return seen;
  }
}

/** Reads a log from its end back to a time. */
async function lookBack(
  read: ReturnType<typeof createReader>,
  log: LogId,
  since: number,
): Promise<CachedLog> {
  const seen: CachedLog = { last: undefined, since, positions: new Map() };
  for (let upTo: number | undefined; ;) {
    const page = { limit: PAGE_SIZE, consistent: true, ...(upTo === undefined ? {} : { upTo }) };
    const entries = await readBack(read, log, page);
    for (const entry of entries) remember(seen, log, entry);
    const end = entries.at(-1);
    if (!end || end.at < since || end.number === 0) return seen;
    upTo = end.number - 1;
  }
}

/**
 * The number of the first entry of a log that has none: the time in milliseconds. A log takes at most 1,000 entries a
 * second (AWS's limit for a partition), so one that restarts after all have expired begins above all earlier numbers.
 */
async function startOf({ database, now, retention }: LogTools, log: LogId): Promise<number> {
  for (;;) {
    const read = createReader(database);
    const start = await getStart(read, log);
    const at = now().getTime();
    // Entries of a start this young cannot have expired: none has been written yet.
    if (start && at < start.at + retention) return start.number;
    const number = Math.max(at, (start?.number ?? 0) + 1);
    if (await tryCommit(database, [putStart(log, { number, at }, start, writeConflict)])) return number;
  }
}
