import type { Reader } from '../core/database.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../core/response-limits.ts';
import { getNext, getStart, readBack, readFrom, type LogEntry, type LogId } from './log-store.ts';

/** The next event that a reader of a log has not read: a number of an entry, and an index in it. */
export interface LogPlace {
  number: number;
  index: number;
}

type Places = ReadonlyMap<LogId, LogPlace>;

/**
 * How long a reader who has read a log to its end waits before it follows the log to where it restarted: by then every
 * writer that continued the old numbers has finished (no function runs longer).
 */
const NEW_START_DELAY_MS = 60_000;

interface ReadEvent extends LogPlace {
  log: LogId;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  body: string;
}

interface LogPage {
  /** The events, oldest first; those of one log in its order. */
  events: ReadEvent[];
  /** The positions to continue from. */
  places: Map<LogId, LogPlace>;
  /** Whether more events may exist already. */
  more: boolean;
  /** The time of the oldest remaining event, in milliseconds since 1970; undefined if none is known. */
  leftSince: number | undefined;
}

/** The entries read from a log. */
interface LogRun {
  log: LogId;
  events: ReadEvent[];
  /** Whether the log was read to its end. */
  exhausted: boolean;
  end: LogPlace;
}

/**
 * Reads up to `limit` events of several logs from places on, as many if there are as many. A poll that finds nothing is
 * one batch of reads; otherwise, the logs that have something are read side by side, each for its share, and those that
 * keep the page from being full for twice as much, so the reads are in proportion to the events.
 */
export async function readLogs(
  read: Reader,
  places: Places,
  { limit, now }: { limit: number; now: Date },
): Promise<LogPage> {
  const heads = await readHeads(read, places, now);
  const moved = heads.filter(({ events }) => events.length > 0);
  const first = moved.reduce((sum, { events }) => sum + events.length, 0);
  let share = Math.ceil(Math.max(1, limit - first) / Math.max(1, first));
  for (let behind = behindPage(moved, limit); behind.length > 0; behind = behindPage(moved, limit)) {
    await Promise.all(behind.map((run) => extend(read, run, share)));
    share *= 2;
  }
  const open = moved.filter(({ exhausted }) => !exhausted);
  // Events that are younger than what may be left of another log wait for the next page.
  const horizon = Math.min(...open.map(({ events }) => events.at(-1)!.at));
  const loaded = moved.flatMap(({ events }) => events).sort((a, b) => a.at - b.at);
  const events = fitting(loaded.filter(({ at }) => at <= horizon).slice(0, limit));
  const left = loaded.filter((event) => !events.includes(event));
  const next = new Map<LogId, LogPlace>(places);
  for (const run of heads) {
    const rest = left.find(({ log }) => log === run.log);
    next.set(run.log, rest ? { number: rest.number, index: rest.index } : run.end);
  }
  const more = left.length > 0 || open.length > 0;
  return { events, places: next, more, leftSince: more ? (left[0]?.at ?? horizon) : undefined };
}

/** The first events, as many as a response can hold, but one at least. */
function fitting(events: readonly ReadEvent[]): ReadEvent[] {
  let bytes = 0;
  const tooMany = events.findIndex(
    ({ body }) => (bytes += Buffer.byteLength(body)) > RESPONSE_DATA_MAX_BYTES,
  );
  return events.slice(0, tooMany < 0 ? events.length : Math.max(1, tooMany));
}

/** The logs that may have more events for a page of `limit`: they were read to an earlier time than it ends. */
function behindPage(runs: readonly LogRun[], limit: number): LogRun[] {
  const times = runs.flatMap(({ events }) => events.map(({ at }) => at)).sort((a, b) => a - b);
  const end = times[limit - 1] ?? Infinity;
  return runs.filter(({ exhausted, events }) => !exhausted && events.at(-1)!.at < end);
}

/** The rest of the entries that the reader has begun, or the next ones. */
async function readHeads(read: Reader, places: Places, now: Date): Promise<LogRun[]> {
  const wanted = [...places].map(([log, place]) => ({ log, ...place }));
  const found = await getNext(read, wanted);
  const runs = wanted.map(({ log, ...place }, n): LogRun => {
    const { entry, start } = found[n]!;
    return entry
      ? runOf(log, entry, place.index)
      : { log, events: [], exhausted: true, end: placeAfter(place) };
    function placeAfter({ number, index }: LogPlace): LogPlace {
      if (!start || start.number <= number) return { number, index };
      // A reader that has read nothing yet has nothing to wait for.
      const settled = number === 0 || start.at < now.getTime() - NEW_START_DELAY_MS;
      return settled ? { number: start.number, index: 0 } : { number, index };
    }
  });
  const restarted = runs.filter(
    ({ log, events, end }) => events.length === 0 && end.number !== places.get(log)!.number,
  );
  if (restarted.length > 0) {
    const entries = await getNext(
      read,
      restarted.map(({ log, end }) => ({ log, number: end.number })),
    );
    restarted.forEach((run, n) =>
      Object.assign(run, entries[n]!.entry ? runOf(run.log, entries[n]!.entry, 0) : {}),
    );
  }
  return runs;
}

const runOf = (log: LogId, entry: LogEntry, from: number): LogRun => ({
  log,
  events: eventsOf(log, entry).slice(from),
  exhausted: false,
  end: { number: entry.number + 1, index: 0 },
});

const eventsOf = (log: LogId, entry: LogEntry): ReadEvent[] =>
  entry.bodies().map((body, index) => ({ log, number: entry.number, index, at: entry.at, body }));

async function extend(read: Reader, run: LogRun, entries: number): Promise<void> {
  const found = await readFrom(read, run.log, run.end.number, { limit: entries });
  for (const entry of found) {
    // Numbers have no gaps; one that is not visible yet is the end for now.
    if (entry.number !== run.end.number) {
      run.exhausted = true;
      return;
    }
    run.events.push(...eventsOf(run.log, entry));
    run.end = { number: entry.number + 1, index: 0 };
  }
  run.exhausted = found.length < entries;
}

/**
 * Whether entries at places that a reader has come to are gone, although later ones are there: without this, the reader
 * would wait for them for ever. One strong read for each log.
 */
export async function hasLostEntries(read: Reader, places: Places): Promise<boolean> {
  const lost = [...places].map(async ([log, { number }]) => {
    const [next] = await readFrom(read, log, number, { limit: 1, consistent: true });
    if (!next || next.number === number) return false;
    const start = await getStart(read, log);
    return start?.number !== next.number;
  });
  return (await Promise.all(lost)).includes(true);
}

/** The places of logs at a time: after what was written before it. */
export async function findPlaces(
  read: Reader,
  logs: readonly LogId[],
  since: number,
): Promise<Map<LogId, LogPlace>> {
  return new Map(
    await Promise.all(logs.map(async (log) => [log, await findPlace(read, log, since)] as const)),
  );
}

/** Reads strongly: a replica that lags behind would make the search pass entries that it does not show. */
async function findPlace(read: Reader, log: LogId, since: number): Promise<LogPlace> {
  const one = { limit: 1, consistent: true };
  const [last] = await readBack(read, log, one);
  if (!last) {
    const start = await getStart(read, log);
    return { number: start?.number ?? 0, index: 0 };
  }
  if (last.at < since) return { number: last.number + 1, index: 0 };
  const [oldest] = await readFrom(read, log, 0, one);
  let [low, high] = [oldest!.number, last.number];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // The first entry from there on: earlier ones may have expired.
    const [entry] = await readFrom(read, log, middle, one);
    if (entry!.at >= since) high = middle;
    else low = entry!.number + 1;
  }
  return { number: low, index: 0 };
}
