import type { Reader } from '../core/database.ts';
import { readBack, type LogId } from './log-store.ts';
import type { LogPlace } from './read-logs.ts';

/** Before which event of a log a reader goes on, who reads it from its end. */
type Places = ReadonlyMap<LogId, LogPlace>;

interface ReadEvent extends LogPlace {
  log: LogId;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  body: string;
}

interface BackPage {
  /** The events, newest first. */
  events: ReadEvent[];
  /** The positions to continue from. */
  places: Map<LogId, LogPlace>;
  /** Whether there may be earlier events. */
  more: boolean;
}

/** The entries read from a log, newest first. */
interface LogRun {
  log: LogId;
  events: ReadEvent[];
  /** Whether nothing earlier is wanted of it. */
  exhausted: boolean;
  end: LogPlace;
}

/** The ends of logs, from which they are read back. */
export const endsOf = (logs: readonly LogId[]): Map<LogId, LogPlace> =>
  new Map(logs.map((log) => [log, { number: Number.MAX_SAFE_INTEGER, index: 0 }]));

/** Reads about as many entries of several logs, together, with the events that were written since a time, newest first. */
export async function readLogsBack(
  read: Reader,
  places: Places,
  { entries, since }: { entries: number; since: number },
): Promise<BackPage> {
  const share = Math.ceil(entries / places.size);
  const runs = await Promise.all(
    [...places].map(([log, place]) => readRun(read, log, place, { share, since })),
  );
  // Events that are older than what may be left of another log wait for the next page.
  const horizon = Math.max(
    ...runs.map(({ events, exhausted }) => (exhausted ? -Infinity : events.at(-1)!.at)),
  );
  const loaded = runs.flatMap(({ events }) => events).sort((a, b) => b.at - a.at);
  const events = loaded.filter(({ at }) => at >= horizon);
  const shown = new Set(events);
  const next = new Map<LogId, LogPlace>();
  for (const { log, events: own, end } of runs) {
    const left = own.find((event) => !shown.has(event));
    next.set(log, left ? { number: left.number, index: left.index + 1 } : end);
  }
  return { events, places: next, more: events.length < loaded.length || runs.some((run) => !run.exhausted) };
}

async function readRun(
  read: Reader,
  log: LogId,
  { number, index }: LogPlace,
  { share, since }: { share: number; since: number },
): Promise<LogRun> {
  const found = await readBack(read, log, { limit: share, upTo: index > 0 ? number : number - 1 });
  const wanted = found.filter(({ at }) => at >= since);
  const events = wanted.flatMap((entry) => {
    const bodies = entry.bodies().slice(0, entry.number === number ? index : undefined);
    return bodies
      .map((body, at): ReadEvent => ({ log, number: entry.number, index: at, at: entry.at, body }))
      .reverse();
  });
  const last = wanted.at(-1);
  return {
    log,
    events,
    exhausted: wanted.length < share,
    end: last ? { number: last.number, index: 0 } : { number, index },
  };
}
