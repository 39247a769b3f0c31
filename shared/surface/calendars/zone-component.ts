import { Temporal } from 'temporal-polyfill';

/** A component or property in the notation of jCal (RFC 7265). */
export type JCal = unknown[];

/**
 * What the clocks of a zone show at an instant, such as `2026-10-25T02:30:00`; undefined for UTC, and while they show
 * a time twice: it means the first (RFC 5545, section 3.3.5), and to some programs the second.
 */
export function localTime(at: string, timeZone: string): string | undefined {
  if (timeZone === 'UTC') return undefined;
  const shown = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  const clock = shown.toPlainDateTime();
  const isOnce = (['earlier', 'later'] as const).every((disambiguation) =>
    clock.toZonedDateTime(timeZone, { disambiguation }).equals(shown),
  );
  return isOnce ? clock.toString({ smallestUnit: 'second' }) : undefined;
}

/**
 * The rules of a zone for the time that some instants are in: one observance for each change of its clocks, beginning with
 * the one that was in force at the first instant.
 */
export function zoneComponent(timeZone: string, instants: readonly string[]): JCal {
  const sorted = instants.toSorted();
  const end = Temporal.Instant.from(sorted.at(-1)!);
  const first = Temporal.Instant.from(sorted[0]!).toZonedDateTimeISO(timeZone);
  const observances: JCal[] = [];
  let change: Temporal.ZonedDateTime | null =
    first.getTimeZoneTransition('previous') ?? EPOCH.toZonedDateTimeISO(timeZone);
  while (change !== null && Temporal.Instant.compare(change.toInstant(), end) <= 0) {
    observances.push(observance(change));
    change = change.getTimeZoneTransition('next');
  }
  return ['vtimezone', [['tzid', {}, 'text', timeZone]], observances];
}

const EPOCH = Temporal.Instant.from('1970-01-01T00:00:00Z');

/** The time from a change of clocks on. It begins at what the clocks would have shown without the change. */
function observance(change: Temporal.ZonedDateTime): JCal {
  const before = change.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  const start = change.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: before }).toPlainDateTime();
  return [
    isSummerTime(change) ? 'daylight' : 'standard',
    [
      ['dtstart', {}, 'date-time', start.toString({ smallestUnit: 'second' })],
      ['tzoffsetfrom', {}, 'utc-offset', offsetText(before)],
      ['tzoffsetto', {}, 'utc-offset', offsetText(change.offsetNanoseconds)],
    ],
    [],
  ];
}

/** Whether clocks are ahead of what they show at another time of the year. */
function isSummerTime(at: Temporal.ZonedDateTime): boolean {
  const offsets = [1, 7].map((month) => at.with({ month, day: 1 }).offsetNanoseconds);
  return at.offsetNanoseconds > Math.min(...offsets);
}

/** An offset as jCal has it, such as `+05:30`. */
function offsetText(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / 60e9);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${nanoseconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
