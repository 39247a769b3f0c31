import { Temporal } from 'temporal-polyfill';
import { isDayOff, type WorkingHours } from '../working-time/working-time.ts';
import { weekdays } from '../../../kernel/core/weekdays.ts';
import { minutesOf } from './working-windows.ts';

const DAY_MINUTES = 24 * 60;

/** A stretch of a day, in minutes of its clock. */
export interface ClockSpan {
  start: number;
  end: number;
}

export interface WeekBlock extends ClockSpan {
  reference: string;
  title: string;
  locked: boolean;
  /** Whether its story ends after it is due. */
  isLate: boolean;
}

export interface WeekDay {
  /** Such as 2026-11-23. */
  date: string;
  isOff: boolean;
  /** The working hours; none on a day off. */
  working: ClockSpan[];
  busy: (ClockSpan & { name: string | null })[];
  blocks: WeekBlock[];
}

/** A person's week from Monday to Sunday, by the clock of their zone. */
export interface ClockWeek {
  timeZone: string;
  days: WeekDay[];
}

interface Instants {
  startDate: string;
  endDate: string;
}

/** The parts of a week; entries outside of it are ignored. */
interface WeekParts {
  hours: Pick<WorkingHours, 'timeZone' | 'weekly'>;
  timeOff: readonly Instants[];
  busy: readonly (Instants & { name: string | null })[];
  blocks: readonly (Instants & {
    reference: string;
    title: string;
    locked: boolean;
    slackMinutes: number | null;
  })[];
}

/** The instant whose week is shown by default: now or, if no block is left in this week, the next block. */
export function shownInstant(timeZone: string, blocks: readonly Instants[], now: Date): Date {
  const ahead = blocks.filter(({ endDate }) => endDate > now.toISOString()).map(({ startDate }) => startDate);
  const next = ahead.sort()[0];
  return next !== undefined && next >= weekSpan(timeZone, now).before ? new Date(next) : now;
}

/** The week of an instant in a zone: its Monday's beginning and its end. */
export function weekSpan(timeZone: string, at: Date): { since: string; before: string } {
  const monday = mondayOf(timeZone, at);
  const instant = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  return { since: instant(monday), before: instant(monday.add({ days: 7 })) };
}

/** Groups the contents of an instant's week by the days of a person's time zone. */
export function weekOf({ hours, timeOff, busy, blocks }: WeekParts, at: Date): ClockWeek {
  const { timeZone, weekly } = hours;
  const monday = mondayOf(timeZone, at);
  const days = weekdays.map((weekday, position): WeekDay => {
    const date = monday.add({ days: position });
    const day = date.toString();
    const isOff = isDayOff(timeOff, day);
    const spansOf = <T extends Instants>(all: readonly T[]): (T & ClockSpan)[] =>
      all
        .flatMap((one) => {
          const span = spanWithin(date, timeZone, one);
          return span ? [{ ...one, ...span }] : [];
        })
        .sort((a, b) => a.start - b.start);
    return {
      date: day,
      isOff,
      working: isOff
        ? []
        : weekly[weekday].map(({ start, end }) => ({ start: minutesOf(start), end: minutesOf(end) })),
      busy: spansOf(busy).map(({ start, end, name }) => ({ start, end, name })),
      blocks: spansOf(blocks).map(({ start, end, reference, title, locked, slackMinutes }) => ({
        start,
        end,
        reference,
        title,
        locked,
        isLate: (slackMinutes ?? 0) < 0,
      })),
    };
  });
  return { timeZone, days };
}

function mondayOf(timeZone: string, at: Date): Temporal.PlainDate {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDate().subtract({ days: local.dayOfWeek - 1 });
}

/** The part of a span on a day, by the clock; undefined if there is none. */
function spanWithin(
  date: Temporal.PlainDate,
  timeZone: string,
  { startDate, endDate }: Instants,
): ClockSpan | undefined {
  const midnights = [date, date.add({ days: 1 })].map(
    (one) => one.toZonedDateTime(timeZone).epochMilliseconds,
  );
  const [midnight, next] = midnights as [number, number];
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  if (end <= midnight || start >= next) return undefined;
  const clock = (at: number): number => {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    return hour * 60 + minute;
  };
  const from = start <= midnight ? 0 : clock(start);
  // Where the clock repeats an hour, a span within it would end before it begins.
  return { start: from, end: end >= next ? DAY_MINUTES : Math.max(from, clock(end)) };
}
