import type ICAL from 'ical.js';
import { DAY_MS } from '../../../kernel/core/date-span.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import { BUSY_SPANS_MAX, mergeSpans } from '../working-time/busy-spans.ts';
import {
  endOf,
  instantOf,
  periodsOf,
  readEvent,
  type CalendarClock,
  type CalendarEvent,
} from './calendar-event.ts';
import { shifted, shownTime, textOf, zonesOf } from './calendar-zones.ts';
import { readComponents, type CalendarComponent } from './read-components.ts';

/** The part of a calendar that is read. */
export interface CalendarWindow {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  /** The person's zone, of days and of times without a zone. */
  timeZone: string;
}

/** Why a file has no busy times. */
export type CalendarProblem = 'not_a_calendar' | 'too_many_events' | 'too_many_repetitions';

/** The maximum number of events of a file. */
const EVENTS_MAX = 20_000;
/** The maximum number of times that the events of a file repeat, also before and between those that count. */
const REPETITIONS_MAX = 100_000;

/** The identifiers of events that Plotline writes end so (RFC 5545, section 3.8.4.7). */
const OWN_UID = '@plotline';

class TooManyRepetitions extends Error {
  override name = 'TooManyRepetitions';
}

/** The state of reading one file. */
interface CalendarReading extends CalendarClock, Omit<CalendarWindow, 'timeZone'> {
  spans: TimeSpan[];
  repetitions: number;
}

/**
 * The times that a calendar (RFC 5545) says are taken, in whole minutes since 1970, merged. Events that are transparent
 * or cancelled, and those of Plotline, take none.
 */
export function busyTimesIn(
  file: string,
  { from, to, timeZone }: CalendarWindow,
): TimeSpan[] | CalendarProblem {
  const calendars = readComponents(file)?.filter(({ name }) => name === 'vcalendar') ?? [];
  if (calendars.length === 0) return 'not_a_calendar';
  if (calendars.reduce((sum, { children }) => sum + children.length, 0) > EVENTS_MAX)
    return 'too_many_events';
  const spans: TimeSpan[] = [];
  let repetitions = 0;
  try {
    for (const calendar of calendars) {
      const findZone = zonesOf(calendar, timeZone);
      const reading = { findZone, timeZone, from, to, spans, repetitions };
      readCalendar(calendar, reading);
      repetitions = reading.repetitions;
    }
  } catch (error) {
    if (error instanceof TooManyRepetitions) return 'too_many_repetitions';
    throw error;
  }
  return mergeSpans(spans).slice(0, BUSY_SPANS_MAX);
}

function readCalendar({ children }: CalendarComponent, reading: CalendarReading): void {
  const isForeign = (component: CalendarComponent) => !textOf(component, 'uid')?.endsWith(OWN_UID);
  const events = children
    .filter((one) => one.name === 'vevent' && isForeign(one))
    .flatMap((one) => readEvent(one, reading) ?? []);
  const exceptions = Map.groupBy(
    events.filter(({ replaces }) => replaces),
    ({ uid }) => uid,
  );
  for (const event of events) {
    if (!event.replaces) expand(event, exceptions.get(event.uid) ?? [], reading);
    else if (event.isBusy) take(event.start, event, reading);
  }
  for (const { properties } of children.filter((one) => one.name === 'vfreebusy' && isForeign(one))) {
    for (const property of properties) {
      const isBusy = property[0] === 'freebusy' && String(property[1]['fbtype']).toUpperCase() !== 'FREE';
      if (isBusy) for (const { start, end } of periodsOf(property, reading)) takeSpan(start, end, reading);
    }
  }
}

/** Takes the occurrences of an event that no exception replaces. */
function expand(event: CalendarEvent, exceptions: readonly CalendarEvent[], reading: CalendarReading): void {
  const at = (time: ICAL.Time) => instantOf(time, reading);
  const gone = new Set([
    ...event.excluded.filter(({ isDate }) => isDate === event.start.isDate).map(at),
    ...exceptions.map(({ replaces }) => at(replaces!.time)),
  ]);
  // Some programs exclude the days of events that have times.
  const goneDays = new Set(event.excluded.filter(({ isDate }) => isDate).map(dayOf));
  const shifts = exceptions
    .filter(({ replaces }) => replaces!.andFuture)
    .map((one) => ({ since: at(one.replaces!.time), event: one }))
    .sort((one, other) => other.since - one.since);
  for (const time of occurrences(event, reading)) {
    if (gone.has(at(time)) || (goneDays.size > 0 && goneDays.has(dayOf(time)))) continue;
    const shift = shifts.find(({ since }) => since < at(time))?.event;
    if (!(shift ?? event).isBusy) continue;
    take(shift ? moved(time, shift) : time, shift ?? event, reading);
  }
  if (event.isBusy) for (const { start, end } of event.addedSpans) takeSpan(start, end, reading);
}

const dayOf = (time: ICAL.Time): number => Math.floor(shownTime(time) / DAY_MS);

/** A later occurrence, moved as an exception moves its own. */
function moved(time: ICAL.Time, { start, replaces }: CalendarEvent): ICAL.Time {
  const ms = shownTime(start) - shownTime(replaces!.time);
  return shifted(time, time.isDate ? Math.round(ms / DAY_MS) * DAY_MS : ms);
}

/** The starts of an event's occurrences, those of rules only around the window. */
function* occurrences(event: CalendarEvent, reading: CalendarReading): Generator<ICAL.Time> {
  const earliest = reading.from - leadOf(event);
  if (event.rules.length === 0) yield event.start;
  yield* event.added;
  const left = (reading.to + DAY_MS - shownTime(event.start)) / DAY_MS;
  for (const rule of left < 0 ? [] : event.rules) {
    rule.interval = Math.min(rule.interval, intervalBeyond(rule, left));
    // A rule that cannot be fulfilled throws.
    try {
      const iterator = rule.iterator(nearStart(event, rule, reading));
      for (let next = iterator.next(); next; next = iterator.next()) {
        if (++reading.repetitions > REPETITIONS_MAX) throw new TooManyRepetitions();
        if (shownTime(next) > reading.to + DAY_MS) break;
        if (shownTime(next) >= earliest) yield next.clone();
      }
    } catch (error) {
      if (error instanceof TooManyRepetitions) throw error;
    }
  }
}

/** How long before the window an occurrence can begin that reaches it, whatever the zone and a move by an exception of a day. */
const leadOf = ({ length }: Pick<CalendarEvent, 'length'>): number => (length.days + 2) * DAY_MS + length.ms;

/** The days of the shortest period of a frequency. */
const PERIOD_DAYS: Readonly<Record<string, number>> = {
  YEARLY: 365,
  MONTHLY: 28,
  WEEKLY: 7,
  DAILY: 1,
  HOURLY: 1 / 24,
  MINUTELY: 1 / 1_440,
  SECONDLY: 1 / 86_400,
};

/** An interval that leads beyond a number of days: the library counts the days of longer ones, one by one. */
const intervalBeyond = ({ freq }: ICAL.Recur, days: number): number =>
  Math.ceil(days / (PERIOD_DAYS[freq] ?? 1)) + 1;

/** The number of days after which rules of a frequency are at the same point, for an interval of one. */
const CYCLE_DAYS: Readonly<Record<string, number>> = {
  WEEKLY: 7,
  DAILY: 1,
  HOURLY: 1,
  MINUTELY: 1,
  SECONDLY: 1,
};

/** A start from which a rule has the same occurrences in the window, without those of the years before. */
function nearStart({ start, length }: CalendarEvent, rule: ICAL.Recur, { from }: CalendarReading): ICAL.Time {
  const cycle = CYCLE_DAYS[rule.freq];
  if (cycle === undefined || rule.count) return start;
  const days = cycle * Math.max(1, rule.interval);
  const cycles = Math.floor((from - leadOf({ length }) - shownTime(start)) / DAY_MS / days);
  if (cycles <= 0) return start;
  return shifted(start, cycles * days * DAY_MS);
}

const take = (start: ICAL.Time, { length }: CalendarEvent, reading: CalendarReading): void =>
  takeSpan(instantOf(start, reading), endOf(start, length, reading), reading);

function takeSpan(start: number, end: number, { from, to, spans }: CalendarReading): void {
  if (!(start < end && end > from && start < to)) return;
  spans.push({
    start: Math.floor(Math.max(start, from) / 60_000),
    end: Math.ceil(Math.min(end, to) / 60_000),
  });
}
