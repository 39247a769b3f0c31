import ICAL from 'ical.js';
import { dayText } from '../../kernel/core/date-span.ts';
import type { CalendarContents, CalendarEntry } from './calendar-entry.ts';
import { localTime, zoneComponent, type JCal } from './zone-component.ts';

/** How often programs should read the file again. */
const REFRESH = 'PT15M';

/** A line has 75 octets at most, of which a following one has a space first (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;
ICAL.foldLength = LINE_OCTETS - 1;

interface Calendar extends CalendarContents {
  /** The zone of its times. */
  timeZone: string;
  /** When it was created: before that, its zone needs no rules of its own. */
  since: string;
}

/** A calendar as a file (RFC 5545), in the order of its events' identifiers. */
export function writeCalendar({ name, entries, timeZone, since }: Calendar): string {
  const instants = entries.flatMap(({ when }) => ('start' in when ? [when.start, when.end] : []));
  const sorted = [...entries].sort((one, other) => (one.uid < other.uid ? -1 : 1));
  const properties = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Plotline//Calendar feeds//EN'],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['name', {}, 'unknown', escaped(name)],
    ['x-wr-calname', {}, 'unknown', escaped(name)],
    ['x-wr-timezone', {}, 'unknown', timeZone],
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ];
  const components = [
    zoneComponent(timeZone, [since, ...instants]),
    ...sorted.map((entry) => eventComponent(entry, timeZone)),
  ];
  return ICAL.stringify(['vcalendar', properties, components]);
}

/** A text of a property that the library does not know, which it would write as it is. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`);

function eventComponent(entry: CalendarEntry, timeZone: string): JCal {
  const { uid, summary, description, url, revisedAt, sequence, cancelled } = entry;
  return [
    'vevent',
    [
      ['uid', {}, 'text', uid],
      // Without a METHOD it says when the event was revised (RFC 5545, section 3.8.7.2).
      ['dtstamp', {}, 'date-time', inUtc(revisedAt)],
      ['last-modified', {}, 'date-time', inUtc(revisedAt)],
      ['sequence', {}, 'integer', sequence],
      ...timesOf(entry, timeZone),
      ['summary', {}, 'text', summary],
      ...(description === null ? [] : [['description', {}, 'text', description.replaceAll(/\r\n?/g, '\n')]]),
      ['url', {}, 'uri', url],
      ['status', {}, 'text', cancelled ? 'CANCELLED' : 'CONFIRMED'],
      ['transp', {}, 'text', 'start' in entry.when ? 'OPAQUE' : 'TRANSPARENT'],
    ],
    [],
  ];
}

/** Start and end of an event; the end belongs no longer to it (RFC 5545, section 3.6.1). */
function timesOf({ when }: CalendarEntry, timeZone: string) {
  if ('first' in when) {
    return [
      ['dtstart', {}, 'date', dayText(when.first)],
      ['dtend', {}, 'date', dayText(when.last + 1)],
    ];
  }
  const [start, end] = [localTime(when.start, timeZone), localTime(when.end, timeZone)];
  if (start === undefined || end === undefined) {
    return [
      ['dtstart', {}, 'date-time', inUtc(when.start)],
      ['dtend', {}, 'date-time', inUtc(when.end)],
    ];
  }
  return [
    ['dtstart', { tzid: timeZone }, 'date-time', start],
    ['dtend', { tzid: timeZone }, 'date-time', end],
  ];
}

/** An instant as jCal has it, without milliseconds. */
const inUtc = (at: string): string => `${at.slice(0, 19)}Z`;
