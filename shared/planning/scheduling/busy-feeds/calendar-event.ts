import ICAL from 'ical.js';
import { DAY_MS } from '../../../kernel/core/date-span.ts';
import { startOfDayInZone } from '../../../kernel/core/day-in-zone.ts';
import { shifted, shownTime, textOf, type FindZone } from './calendar-zones.ts';
import type { CalendarComponent, CalendarProperty } from './read-components.ts';

/** What the times of a calendar are read with. */
export interface CalendarClock {
  findZone: FindZone;
  /** The person's zone, in which days begin. */
  timeZone: string;
}

/** How long an event is: days of the calendar, and then an exact time in milliseconds (RFC 5545, section 3.3.6). */
interface EventLength {
  days: number;
  ms: number;
}

/** What says when an event is. */
export interface CalendarEvent {
  uid: string;
  start: ICAL.Time;
  length: EventLength;
  /** Whether its time is taken: it is neither transparent nor cancelled. */
  isBusy: boolean;
  rules: ICAL.Recur[];
  added: ICAL.Time[];
  /** Spans of RDATE, in milliseconds since 1970. */
  addedSpans: { start: number; end: number }[];
  excluded: ICAL.Time[];
  /** Of an exception, the occurrence that it replaces, and whether also those after it. */
  replaces: { time: ICAL.Time; andFuture: boolean } | undefined;
}

/** The instant of a time, in milliseconds since 1970; that of a day is its beginning. */
export const instantOf = (time: ICAL.Time, { timeZone }: CalendarClock): number =>
  time.isDate
    ? Date.parse(startOfDayInZone(Math.floor(shownTime(time) / DAY_MS), timeZone))
    : time.toUnixTime() * 1_000;

/** The instant at which an event ends that begins at a time. */
export function endOf(start: ICAL.Time, length: EventLength, clock: CalendarClock): number {
  const end = length.days > 0 ? shifted(start, length.days * DAY_MS) : start;
  return instantOf(end, clock) + length.ms;
}

/** An event of a file; undefined for one without a start that can be read. */
export function readEvent(component: CalendarComponent, clock: CalendarClock): CalendarEvent | undefined {
  const { properties } = component;
  const named = (name: string) => properties.filter((one) => one[0] === name);
  const times = (name: string) =>
    named(name).flatMap((property) =>
      valuesOf(property).flatMap((value) => timeOf(value, property, clock) ?? []),
    );
  const [start] = times('dtstart');
  if (!start) return undefined;
  const [replaced] = times('recurrence-id');
  return {
    uid: textOf(component, 'uid') ?? '',
    start,
    length: lengthOf(start, times('dtend')[0], textOf(component, 'duration'), clock),
    isBusy:
      textOf(component, 'transp')?.toUpperCase() !== 'TRANSPARENT' &&
      textOf(component, 'status')?.toUpperCase() !== 'CANCELLED',
    rules: named('rrule').flatMap(({ 3: value }) => ruleOf(value) ?? []),
    added: times('rdate'),
    addedSpans: named('rdate').flatMap((property) => periodsOf(property, clock)),
    excluded: times('exdate'),
    replaces: replaced && {
      time: replaced,
      andFuture: String(named('recurrence-id')[0]![1]['range']).toUpperCase() === 'THISANDFUTURE',
    },
  };
}

const valuesOf = ([, , , ...values]: CalendarProperty): unknown[] => values;

/** A value as a time; undefined for any other. */
function timeOf(
  value: unknown,
  [, { tzid }]: CalendarProperty,
  { findZone }: CalendarClock,
): ICAL.Time | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ?)?$/.test(value)) return undefined;
  const time = value.length > 10 ? ICAL.Time.fromDateTimeString(value) : ICAL.Time.fromDateString(value);
  if (!time.isDate && !value.endsWith('Z')) time.zone = findZone(Array.isArray(tzid) ? tzid[0] : tzid);
  return time;
}

function lengthOf(
  start: ICAL.Time,
  end: ICAL.Time | undefined,
  duration: string | undefined,
  clock: CalendarClock,
): EventLength {
  if (start.isDate) {
    const days = end ? Math.round((shownTime(end) - shownTime(start)) / DAY_MS) : readDuration(duration).days;
    return { days: Math.max(days, 1), ms: 0 };
  }
  return end ? { days: 0, ms: instantOf(end, clock) - instantOf(start, clock) } : readDuration(duration);
}

function readDuration(text = 'PT0S'): EventLength {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    if (isNegative) return { days: 0, ms: 0 };
    return { days: 7 * weeks + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 };
  } catch {
    return { days: 0, ms: 0 };
  }
}

/** A rule of a file, as jCal has it; undefined for one that the library refuses, or would search without end. */
function ruleOf(value: unknown): ICAL.Recur | undefined {
  try {
    const rule = ICAL.Recur.fromData(value as Parameters<typeof ICAL.Recur.fromData>[0]);
    return rule.freq === 'WEEKLY' && 'BYWEEKNO' in rule.parts ? undefined : rule;
  } catch {
    return undefined;
  }
}

/** The periods of a property, from a start to an end or for a duration (RFC 5545, section 3.3.9), in milliseconds. */
export function periodsOf(
  property: CalendarProperty,
  clock: CalendarClock,
): { start: number; end: number }[] {
  return valuesOf(property).flatMap((value) => {
    if (!Array.isArray(value)) return [];
    const [from, to] = value as unknown[];
    const start = timeOf(from, property, clock);
    if (!start || typeof to !== 'string') return [];
    const end = timeOf(to, property, clock);
    const ends = end ? instantOf(end, clock) : endOf(start, readDuration(to), clock);
    return [{ start: instantOf(start, clock), end: ends }];
  });
}
