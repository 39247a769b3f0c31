import { expect, test } from 'vitest';
import {
  decodeSpans,
  encodeSpans,
  mergeSpans,
} from '../../shared/planning/scheduling/working-time/busy-spans.ts';
import { busyTimesIn } from '../../shared/planning/scheduling/busy-feeds/busy-times-in.ts';
import { calendarOf, eventOf, inUtc } from './calendar-text.ts';

const window = { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 11, 1), timeZone: 'America/New_York' };

/** The busy times of components, each as its start and its end in UTC. */
function timesIn(...components: string[]): string[] {
  const spans = busyTimesIn(calendarOf(...components), window);
  if (typeof spans === 'string') return [spans];
  const at = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 16);
  return spans.map(({ start, end }) => `${at(start)}/${at(end)}`);
}

const hour = ['DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z'];
const nine = '2026-12-02T09:00/2026-12-02T10:00';

test('events take their time, unless they are transparent, cancelled, without length or of Plotline', () => {
  expect(timesIn(eventOf(...hour))).toEqual([nine]);
  for (const line of ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'UID:block-1@plotline'])
    expect(timesIn(eventOf(...hour, line)), line).toEqual([]);
  expect(timesIn(eventOf(...hour, 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'))).toEqual([nine]);
  expect(timesIn(eventOf('DTSTART:20261202T090000Z'))).toEqual([]);
  expect(timesIn(eventOf('DTSTART:20261202T100000Z', 'DTEND:20261202T090000Z'))).toEqual([]);
});

test('whole days and times without a zone are of the zone of the person', () => {
  expect(timesIn(eventOf('DTSTART;VALUE=DATE:20261224'))).toEqual(['2026-12-24T05:00/2026-12-25T05:00']);
  const days = ['DTSTART;VALUE=DATE:20270313', 'DTEND;VALUE=DATE:20270315'];
  expect(timesIn(eventOf(...days))).toEqual(['2027-03-13T05:00/2027-03-15T04:00']);
  expect(timesIn(eventOf('DTSTART:20261202T090000', 'DURATION:PT30M'))).toEqual([
    '2026-12-02T14:00/2026-12-02T14:30',
  ]);
  const nowhere = ['DTSTART;TZID=Nowhere:20261202T090000', 'DURATION:PT30M'];
  expect(timesIn(eventOf(...nowhere))).toEqual(['2026-12-02T14:00/2026-12-02T14:30']);
});

test('a time that clocks leave out is read as an hour later, and one that they show twice as the first', () => {
  const daily = (day: string) =>
    timesIn(
      eventOf(`DTSTART;TZID=Europe/Berlin:${day}T023000`, 'DURATION:PT15M', 'RRULE:FREQ=DAILY;COUNT=3'),
    );
  expect(daily('20270327').map((span) => span.slice(0, 16))).toEqual([
    '2027-03-27T01:30',
    '2027-03-28T01:30',
    '2027-03-29T00:30',
  ]);
  expect(daily('20271030').map((span) => span.slice(0, 16))).toEqual([
    '2027-10-30T00:30',
    '2027-10-31T00:30',
    '2027-11-01T01:30',
  ]);
});

test('an event may end in another zone than it begins in', () => {
  const flight = [
    'DTSTART;TZID=Europe/Berlin:20261202T100000',
    'DTEND;TZID=America/New_York:20261202T130000',
  ];
  expect(timesIn(eventOf(...flight))).toEqual(['2026-12-02T09:00/2026-12-02T18:00']);
});

test('events repeat by rules and dates, without exceptions, which may be elsewhere, free or for all that follow', () => {
  const weekly = (...lines: string[]) =>
    eventOf('UID:w', 'DTSTART:20261201T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4', ...lines);
  const on = (...days: string[]) => days.map((day) => `2026-12-${day}T09:00/2026-12-${day}T10:00`);
  expect(timesIn(weekly())).toEqual(on('01', '08', '15', '22'));
  expect(timesIn(weekly('EXDATE:20261208T090000Z,20261222T090000Z'))).toEqual(on('01', '15'));
  expect(timesIn(weekly('EXDATE;VALUE=DATE:20261208'))).toEqual(on('01', '15', '22'));
  expect(timesIn(weekly('RDATE:20261210T090000Z'))).toEqual(on('01', '08', '10', '15', '22'));
  const period = 'RDATE;VALUE=PERIOD:20261211T090000Z/PT1H,20261212T090000Z/20261212T100000Z';
  expect(timesIn(weekly(period))).toEqual(on('01', '08', '11', '12', '15', '22'));
  const replaced = (...lines: string[]) =>
    eventOf('UID:w', 'RECURRENCE-ID;TZID=Europe/Berlin:20261208T100000', ...lines);
  expect(timesIn(weekly(), replaced('DTSTART:20261209T090000Z', 'DURATION:PT1H'))).toEqual(
    on('01', '09', '15', '22'),
  );
  expect(timesIn(weekly(), replaced('DTSTART:20261208T090000Z', 'TRANSP:TRANSPARENT'))).toEqual(
    on('01', '15', '22'),
  );
  const following = eventOf(
    'UID:w',
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20261215T090000Z',
    'DTSTART:20261216T090000Z',
    'DURATION:PT1H',
  );
  expect(timesIn(following, weekly())).toEqual(on('01', '08', '16', '23'));
});

test('an old rule reaches the window in its own rhythm', () => {
  const first = Date.UTC(2010, 0, 4, 9);
  for (const [rule, days] of [
    ['FREQ=WEEKLY;INTERVAL=3', 21],
    ['FREQ=DAILY;INTERVAL=10', 10],
    ['FREQ=HOURLY;INTERVAL=48', 2],
  ] as const) {
    const cycle = days * 24 * 3_600_000;
    const next = first + Math.ceil((window.from - first) / cycle) * cycle;
    const [found] = timesIn(eventOf(`DTSTART:${inUtc(first)}`, 'DURATION:PT1H', `RRULE:${rule}`));
    expect(found!.slice(0, 16), rule).toBe(new Date(next).toISOString().slice(0, 16));
  }
});

const zone = (name: string, ...lines: string[]) =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...lines,
    ...['STANDARD:10:+0300:+0200', 'DAYLIGHT:3:+0200:+0300'].flatMap((rule) => {
      const [kind, month, before, after] = rule.split(':');
      return [
        `BEGIN:${kind}`,
        `DTSTART:1970${month!.padStart(2, '0')}25T030000`,
        `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`,
        `TZOFFSETFROM:${before}`,
        `TZOFFSETTO:${after}`,
        `END:${kind}`,
      ];
    }),
    'END:VTIMEZONE',
  ].join('\r\n');

test('a zone of an odd name is what the file defines it as', () => {
  const event = (name: string) =>
    eventOf(`DTSTART;TZID=${name}:20261202T090000`, 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;INTERVAL=6');
  const own = ['2026-12-02T07:00/2026-12-02T08:00', '2027-06-02T06:00/2027-06-02T07:00'];
  expect(timesIn(zone('(GMT+02.00) Somewhere'), event('"(GMT+02.00) Somewhere"'))).toEqual(own);
  // Of a name that is known, the rules of the platform count, and of another the known name that a file adds.
  const berlin = ['2026-12-02T08:00/2026-12-02T09:00', '2027-06-02T07:00/2027-06-02T08:00'];
  expect(timesIn(zone('Europe/Berlin'), event('Europe/Berlin'))).toEqual(berlin);
  expect(timesIn(zone('Odd', 'X-LIC-LOCATION:Europe/Berlin'), event('Odd'))).toEqual(berlin);
});

test('a zone that Windows names is the one of that name, unless the file defines it', () => {
  const at = (name: string) => eventOf(`DTSTART;TZID=${name}:20270702T090000`, 'DURATION:PT1H');
  for (const [name, span] of [
    ['"Pacific Standard Time"', '2027-07-02T16:00/2027-07-02T17:00'],
    ['W. Europe Standard Time', '2027-07-02T07:00/2027-07-02T08:00'],
    ['India Standard Time', '2027-07-02T03:30/2027-07-02T04:30'],
  ] as const)
    expect(timesIn(at(name)), name).toEqual([span]);
  const defined = zone('Pacific Standard Time');
  expect(timesIn(defined, at('Pacific Standard Time'))).toEqual(['2027-07-02T06:00/2027-07-02T07:00']);
});

test('times of a zone whose definition is damaged are of the zone of the person', () => {
  const damaged = zone('Odd').replaceAll(/TZOFFSETTO:.*/g, 'TZOFFSETTO:none');
  const event = eventOf('DTSTART;TZID=Odd:20261202T090000', 'DURATION:PT1H');
  expect(timesIn(damaged, event)).toEqual(['2026-12-02T14:00/2026-12-02T15:00']);
});

test('free and busy times are read, except for the free ones', () => {
  const lines = [
    'FREEBUSY:20261202T090000Z/PT1H,20261203T090000Z/20261203T100000Z',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261202T100000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20261204T090000Z/PT1H',
  ];
  expect(timesIn(['BEGIN:VFREEBUSY', ...lines, 'END:VFREEBUSY'].join('\r\n'))).toEqual([
    '2026-12-02T09:00/2026-12-02T10:30',
    '2026-12-03T09:00/2026-12-03T10:00',
  ]);
});

test('lines may be folded, of any kind of ending, and wrong where nothing depends on them', () => {
  const file = calendarOf(
    'THIS IS NO LINE',
    eventOf('DTSTA\r\n RT:20261202T0900\r\n\t00Z', 'DTEND:20261202T100000Z', 'RRULE:FREQ=NEVER'),
  );
  for (const text of [file, file.replaceAll('\r\n', '\n'), `\uFEFF${file}`])
    expect(busyTimesIn(text, window)).toHaveLength(1);
});

test('what is outside of the window is cut off', () => {
  expect(timesIn(eventOf('DTSTART:20260101T000000Z', 'DTEND:20261201T010000Z'))).toEqual([
    '2026-12-01T00:00/2026-12-01T01:00',
  ]);
  expect(timesIn(eventOf('DTSTART:20271130T230000Z', 'DTEND:20290101T000000Z'))).toEqual([
    '2027-11-30T23:00/2027-12-01T00:00',
  ]);
});

test('spans that touch are one, and are stored as they are', () => {
  const spans = [
    { start: 50, end: 60 },
    { start: 10, end: 20 },
    { start: 20, end: 30 },
    { start: 15, end: 18 },
    { start: 40, end: 40 },
  ];
  const merged = [
    { start: 10, end: 30 },
    { start: 50, end: 60 },
  ];
  expect(mergeSpans(spans)).toEqual(merged);
  expect(decodeSpans(encodeSpans(merged))).toEqual(merged);
  expect(decodeSpans(encodeSpans([]))).toEqual([]);
});
