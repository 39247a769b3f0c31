import { Temporal } from 'temporal-polyfill';
import { weekdays } from '../../../kernel/core/weekdays.ts';
import { isDayOff, type TimeOff, type WorkingHours } from '../working-time/working-time.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import type { WorkWindow } from './task.ts';

const DAY_MINUTES = 24 * 60;

/** The hours of a member, as windows of time. */
interface WorkingWindows {
  /** In order, without overlaps. */
  windows: WorkWindow[];
  /** The working time removed by days off. */
  off: TimeSpan[];
}

/**
 * Returns the windows from a span of minutes in which someone works: the stretches of each local day, in the clock
 * time of the zone, without days off. A stretch that the clock skips is left out; where the clock repeats an hour, no
 * window reaches outside of the stretch's clock times. The first window can begin earlier than the span: windows begin
 * with its week.
 */
export function workingWindows(
  { timeZone, weekly }: Pick<WorkingHours, 'timeZone' | 'weekly'>,
  timeOff: readonly Pick<TimeOff, 'startDate' | 'endDate'>[],
  { start, end }: TimeSpan,
): WorkingWindows {
  const windows: WorkWindow[] = [];
  const off: TimeSpan[] = [];
  const first = Temporal.Instant.fromEpochMilliseconds(start * 60_000).toZonedDateTimeISO(timeZone);
  const transitions = transitionsOf(first, end);
  let date = first.toPlainDate().subtract({ days: first.dayOfWeek - 1 });
  let week = 0;
  for (let at = startOfDay(date, timeZone); at < end;) {
    const weekday = date.dayOfWeek - 1;
    if (weekday === 0) week = at;
    const isEven = !transitions.some((one) => one >= at && one <= at + DAY_MINUTES);
    const midnight = at;
    const spanOf = isEven
      ? (from: number, to: number) => ({ start: midnight + from, end: midnight + to })
      : (from: number, to: number) => clockSpan(date, timeZone, from, to);
    const target = isDayOff(timeOff, date.toString()) ? off : windows;
    for (const stretch of weekly[weekdays[weekday]!]) {
      const span = spanOf(minutesOf(stretch.start), minutesOf(stretch.end));
      if (span.start < span.end) addWindow(target, { ...span, week });
    }
    date = date.add({ days: 1 });
    at = isEven ? at + DAY_MINUTES : startOfDay(date, timeZone);
  }
  return { windows, off };
}

/** Adds a window, joined to one that ends where it begins. */
function addWindow(all: TimeSpan[], window: WorkWindow): void {
  const last = all.at(-1) as WorkWindow | undefined;
  if (last?.end === window.start && last.week === window.week) last.end = window.end;
  else all.push(window);
}

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const toMinutes = (at: Temporal.ZonedDateTime): number => at.epochMilliseconds / 60_000;

const startOfDay = (date: Temporal.PlainDate, timeZone: string): number =>
  toMinutes(date.toZonedDateTime(timeZone));

/** The clock changes of a zone in minutes, starting a day before an instant. */
function transitionsOf(from: Temporal.ZonedDateTime, end: number): number[] {
  const found: number[] = [];
  let at = from.subtract({ days: 9 }).getTimeZoneTransition('next');
  while (at && toMinutes(at) <= end) {
    found.push(toMinutes(at));
    at = at.getTimeZoneTransition('next');
  }
  return found;
}

/** A stretch of a day on which the clock changes. */
function clockSpan(date: Temporal.PlainDate, timeZone: string, from: number, to: number): TimeSpan {
  const [first, last] = [clockInstants(date, timeZone, from), clockInstants(date, timeZone, to)];
  const isRepeated = first.earlier !== first.later;
  const endsRepeated = last.earlier !== last.later;
  return { start: isRepeated && !endsRepeated ? first.later : first.earlier, end: last.earlier };
}

/** The instants at which a clock shows a time: one, two, or none; if none, the instant at which the clock skips it. */
function clockInstants(
  date: Temporal.PlainDate,
  timeZone: string,
  minutes: number,
): { earlier: number; later: number } {
  if (minutes === DAY_MINUTES) {
    const at = startOfDay(date.add({ days: 1 }), timeZone);
    return { earlier: at, later: at };
  }
  const clock = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    clock.toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  if (earlier.toPlainDateTime().equals(clock)) {
    return { earlier: toMinutes(earlier), later: toMinutes(later) };
  }
  // Of a time at the very change, the change itself counts as the one before.
  const skipped = toMinutes(later.add({ minutes: 1 }).getTimeZoneTransition('previous') ?? later);
  return { earlier: skipped, later: skipped };
}
