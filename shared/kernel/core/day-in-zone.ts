import { DAY_MS, utcDay } from './date-span.ts';

/** The days of a span in a time zone, as numbers counted from 1970-01-01; both belong to it. */
export interface DaySpan {
  first: number;
  last: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format that names a zone's offset from UTC at an instant, such as `GMT+02:00`; made once for each zone. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

function offsetMs(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const name = offsetFormat(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+)(?::(\d+))?(?::(\d+))?$/.exec(name) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

/** The day of an instant in a zone as a number, counted from 1970-01-01 like utcDay. */
export function dayInZone(at: string | Date, timeZone: string): number {
  const time = new Date(at).getTime();
  return Math.floor((time + offsetMs(time, timeZone)) / DAY_MS);
}

/**
 * Returns the day of a start or end date in a time zone. A plain date is stored as midnight UTC and is that date in
 * every zone; any other value is the day of the instant.
 */
const dayOfDate = (date: string, timeZone: string): number =>
  new Date(date).getTime() % DAY_MS === 0 ? utcDay(date) : dayInZone(date, timeZone);

/** The days of a span in its own zone. */
export function daysInZone({
  startDate,
  endDate,
  timeZone,
}: {
  startDate: string;
  endDate: string;
  timeZone: string;
}): DaySpan {
  const first = dayOfDate(startDate, timeZone);
  return { first, last: Math.max(first, dayOfDate(endDate, timeZone)) };
}

/** The instant at which a day begins in a zone: midnight, or later where clocks are put forward over it. */
export function startOfDayInZone(day: number, timeZone: string): string {
  const midnight = day * DAY_MS;
  // The offset is that of a day before or after, since no zone moves its clocks twice within two days.
  const candidates = [-DAY_MS, DAY_MS].map((by) => midnight - offsetMs(midnight + by, timeZone));
  const starts = candidates.filter((at) => dayInZone(new Date(at), timeZone) >= day);
  return new Date(Math.min(...starts)).toISOString();
}

/** The instant at which clocks of a zone show a time, given as that time in UTC; the earlier of two that show it. */
export function instantInZone(shown: number, timeZone: string): number {
  const [before, after] = [-DAY_MS, DAY_MS].map((by) => shown - offsetMs(shown + by, timeZone));
  const candidates = [before!, after!].filter((at) => at + offsetMs(at, timeZone) === shown);
  // Clocks that are put forward show no time of the hour that they leave out.
  return candidates.length > 0 ? Math.min(...candidates) : before!;
}
