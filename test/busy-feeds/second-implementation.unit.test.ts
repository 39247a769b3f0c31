import ical, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { mergeSpans } from '../../shared/planning/scheduling/working-time/busy-spans.ts';
import { busyTimesIn } from '../../shared/planning/scheduling/busy-feeds/busy-times-in.ts';
import { seededRandom } from '../support/random.ts';
import { calendarOf, eventOf } from './calendar-text.ts';

/*
 * The second implementation: node-ical, whose rules and zones are other libraries'. Both read a thousand events of a year
 * in which the clocks of most of these zones change.
 */

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/Santiago',
  'Pacific/Auckland',
  'Europe/Dublin',
  'America/Sao_Paulo',
];

const from = Date.UTC(2026, 8, 1);
const to = Date.UTC(2027, 4, 1);

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The lines of an event and, of some, of an exception to it. */
function randomEvents(random: () => number, zone: string): string[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const two = (value: number) => String(value).padStart(2, '0');
  const uid = `UID:${below(1e9)}@elsewhere.example`;
  const day = `${2024 + below(3)}${two(1 + below(12))}${two(1 + below(28))}`;
  // What clocks leave out or show twice comes before three; it differs, and has a test of its own.
  const clock = `${two(3 + below(21))}${pick(['00', '15', '30'])}00`;
  const start = `DTSTART;TZID=${zone}:${day}T${clock}`;
  const length = `DURATION:PT${pick([15, 30, 60, 90, 300])}M`;
  const rule = pick([
    undefined,
    `FREQ=DAILY;INTERVAL=${1 + below(4)}`,
    `FREQ=DAILY;COUNT=${1 + below(900)}`,
    `FREQ=WEEKLY;BYDAY=${WEEKDAYS.filter(() => random() < 0.4).join(',') || 'MO'}`,
    `FREQ=WEEKLY;INTERVAL=${1 + below(3)};BYDAY=${pick(WEEKDAYS)};UNTIL=2027${two(1 + below(4))}15T120000Z`,
    `FREQ=MONTHLY;BYMONTHDAY=${pick([1, 15, 28, 31, -1])}`,
    `FREQ=MONTHLY;BYDAY=${pick([1, 2, 3, -1])}${pick(WEEKDAYS)}`,
    'FREQ=YEARLY',
  ]);
  if (rule === undefined || !rule.startsWith('FREQ=DAILY;INTERVAL=1'))
    return [eventOf(uid, start, length, ...(rule === undefined ? [] : [`RRULE:${rule}`]))];
  const daily = (date: string) => `TZID=${zone}:${date}T${clock}`;
  const exception = eventOf(
    uid,
    `RECURRENCE-ID;${daily('20270314')}`,
    `DTSTART;TZID=${zone}:20270314T235000`,
    'DURATION:PT20M',
  );
  return [
    eventOf(uid, start, length, `RRULE:${rule}`, `EXDATE;${daily('20261025')},20261101T${clock}`),
    exception,
  ];
}

/** The busy times of a calendar in minutes, as the other library reads it. */
function readByOther(file: string) {
  const events = Object.values(ical.sync.parseICS(file)).filter(
    (one): one is VEvent => one?.type === 'VEVENT',
  );
  const found = events.flatMap((event) =>
    ical.expandRecurringEvent(event, { from: new Date(from - 6 * 3_600_000), to: new Date(to) }),
  );
  const spans = found
    .map(({ start, end }) => ({ start: Math.max(+start, from), end: Math.min(+end, to) }))
    .map(({ start, end }) => ({ start: start / 60_000, end: end / 60_000 }));
  return mergeSpans(spans);
}

test.each(zones)('a hundred events in %s take the times that another library reads', (zone) => {
  const random = seededRandom(zones.indexOf(zone) + 1);
  for (let n = 0; n < 100; n++) {
    const file = calendarOf(...randomEvents(random, zone));
    expect(busyTimesIn(file, { from, to, timeZone: zone }), file).toEqual(readByOther(file));
  }
});
