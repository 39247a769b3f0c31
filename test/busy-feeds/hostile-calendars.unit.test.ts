import { expect, test } from 'vitest';
import { BUSY_SPANS_MAX, encodeSpans } from '../../shared/planning/scheduling/working-time/busy-spans.ts';
import { busyTimesIn } from '../../shared/planning/scheduling/busy-feeds/busy-times-in.ts';
import { readInThread } from '../../shared/planning/scheduling/busy-feeds/read-in-thread.ts';
import { calendarOf, eventOf, inUtc } from './calendar-text.ts';

const from = Date.UTC(2026, 11, 1);
const window = { from, to: Date.UTC(2027, 11, 3), timeZone: 'Europe/Berlin' };
const start = 'DTSTART:20200101T000000Z';
const often = (count: number, rule: string) =>
  Array.from({ length: count }, () => eventOf(start, 'DURATION:PT1H', `RRULE:${rule}`));

test.each<[string, string, string]>([
  ['a rule of every second', calendarOf(...often(1, 'FREQ=SECONDLY')), 'too_many_repetitions'],
  ['rules that count to far', calendarOf(...often(80, 'FREQ=DAILY;COUNT=99999999')), 'too_many_repetitions'],
  [
    'a hundred thousand events',
    calendarOf('BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(100_000)),
    'too_many_events',
  ],
  ['components in each other', calendarOf('BEGIN:VEVENT\r\n'.repeat(100_000)), 'not_a_calendar'],
  ['a component that another ends', calendarOf('BEGIN:VEVENT', 'END:VJOURNAL'), 'not_a_calendar'],
  ['a page', '<!doctype html><title>Sign in</title>', 'not_a_calendar'],
  ['nothing', '', 'not_a_calendar'],
])('%s is refused', (_, file, problem) => {
  expect(busyTimesIn(file, window)).toBe(problem);
});

test.each<[string, string[]]>([
  ['a zone of a long name', [`DTSTART;TZID=${'x'.repeat(900_000)}:20261202T090000Z`]],
  ['many parameters', [`DTSTART${';A=B'.repeat(300_000)}:20261202T090000Z`]],
  ['folds without end', [`DTSTART:20261202T090000Z${'\r\n '.repeat(500_000)}`]],
  ['a rule of many days', [start, `RRULE:FREQ=MONTHLY;BYDAY=${'1MO,'.repeat(20_000)}2TU;COUNT=1`]],
  ['years that do not exist', ['DTSTART:99991231T235959Z', 'DURATION:P99999999999W', 'RRULE:FREQ=YEARLY']],
])('%s costs little', (_, lines) => {
  const spans = busyTimesIn(calendarOf(eventOf(...lines)), window);
  expect(Array.isArray(spans)).toBe(true);
});

const nine = 'DTSTART:20261202T090000Z';
const long = '9'.repeat(400);
const odd = (...rule: string[]) =>
  [
    'BEGIN:VTIMEZONE\r\nTZID:Odd\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000',
    ...rule,
    'TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE',
    eventOf('DTSTART;TZID=Odd:20261202T100000', 'DURATION:PT1H'),
  ].join('\r\n');
const toTheEnd = ['2026-12-02T09:00/2027-12-03T00:00'];
const once = ['2026-12-02T09:00/2026-12-02T10:00'];

test.each<[string, string, string[]]>([
  ...['999999999W', '99999999999999999999D', `${long}W`, `T${long}S`].map(
    (length) =>
      [`a length of P${length.slice(0, 20)}`, eventOf(nine, `DURATION:P${length}`), toTheEnd] as [
        string,
        string,
        string[],
      ],
  ),
  [
    'days without end',
    eventOf('DTSTART;VALUE=DATE:20261203', 'DURATION:P999999999W'),
    ['2026-12-02T23:00/2027-12-03T00:00'],
  ],
  [
    'a period without end',
    eventOf('DTSTART:20200101T090000Z', `RDATE;VALUE=PERIOD:20261202T090000Z/P${long}D`),
    toTheEnd,
  ],
  [
    'ages that begin each day',
    eventOf('DTSTART:20100101T090000Z', `DURATION:P${long}W`, 'RRULE:FREQ=DAILY'),
    ['2026-12-01T00:00/2027-12-03T00:00'],
  ],
  ...['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'].flatMap((freq) =>
    [`${10 ** 9}`, '99999999999999999999', long].map((interval): [string, string, string[]] => {
      const rule = `RRULE:FREQ=${freq};INTERVAL=${interval}`;
      return [rule.slice(0, 60), eventOf(nine, 'DURATION:PT1H', rule), once];
    }),
  ),
  [
    'the first week of a long interval',
    eventOf(nine, 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;BYDAY=WE,FR;INTERVAL=${long}`),
    [...once, '2026-12-04T09:00/2026-12-04T10:00'],
  ],
  ['weeks by number in weeks', eventOf(nine, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYWEEKNO=20'), once],
  [
    'the first year',
    eventOf('DTSTART:00010103T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=200;UNTIL=20270101'),
    [],
  ],
  ['the last year', eventOf('DTSTART:99991231T235959Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'), []],
  [
    'a move by ages',
    [
      eventOf('UID:w', 'DTSTART:20100101T090000Z', `DURATION:P9999W`, 'RRULE:FREQ=DAILY'),
      eventOf('UID:w', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20100102T090000Z', 'DTSTART:99991231T090000Z'),
    ].join('\r\n'),
    ['2026-12-01T00:00/2027-12-03T00:00'],
  ],
  ...['MONTHLY', 'DAILY', 'SECONDLY'].map((freq): [string, string, string[]] => {
    const rule = `RRULE:FREQ=${freq};INTERVAL=${long}`;
    return [`a zone by ${rule.slice(0, 60)}`, odd(rule), once];
  }),
])('%s is read before its time is up', async (_, lines, expected) => {
  const spans = await readInThread(calendarOf(lines), window);
  const at = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 16);
  expect(Array.isArray(spans) ? spans.map(({ start, end }) => `${at(start)}/${at(end)}`) : spans).toEqual(
    expected,
  );
});

test('of more spans than are stored, the nearest are, in few bytes', () => {
  const times = Array.from({ length: 10_000 }, (_, at) => inUtc(from + at * 40 * 60_000));
  const spans = busyTimesIn(
    calendarOf(eventOf(`DTSTART:${times[0]}`, 'DURATION:PT20M', `RDATE:${times.join()}`)),
    window,
  );
  expect(spans).toHaveLength(BUSY_SPANS_MAX);
  const text = encodeSpans(spans as Exclude<typeof spans, string>);
  expect(text.length).toBeLessThan(20_000);
});

test('a rule that is never fulfilled, and a zone that changes each second, are ended', async () => {
  const zone = [
    'BEGIN:VTIMEZONE\r\nTZID:Odd\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY',
    'TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE',
  ].join('\r\n');
  const odd = eventOf('DTSTART;TZID=Odd:20261202T090000', 'DURATION:PT1H');
  for (const file of [calendarOf(...often(1, 'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2')), calendarOf(zone, odd)])
    expect(await readInThread(file, window, 1_500)).toBe('took too long');
});

test('a file on which reading throws is unreadable, and no fault of the job', async () => {
  const nowhere = { ...window, timeZone: 'Nowhere' };
  expect(await readInThread(calendarOf(eventOf('DTSTART:20261202T090000')), nowhere)).toBe('unreadable');
});

test('a thread reads what is read without one', async () => {
  const file = calendarOf(...often(2, 'FREQ=WEEKLY;BYDAY=MO,TH'));
  expect(await readInThread(file, window)).toEqual(busyTimesIn(file, window));
});
