import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { CalendarEntry } from '../../shared/surface/calendars/calendar-entry.ts';
import { writeCalendar } from '../../shared/surface/calendars/write-calendar.ts';
import { daysOf, eventsIn } from './feed-api.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/Santiago',
  'Pacific/Auckland',
  'Europe/Dublin',
];

const entry = (fields: Partial<CalendarEntry>): CalendarEntry => ({
  uid: 'one@plotline',
  summary: 'One',
  description: null,
  url: 'https://plotline.example/stories/1',
  revisedAt: '2026-11-20T10:00:00.123Z',
  sequence: 3,
  cancelled: false,
  when: { first: 20_000, last: 20_000 },
  ...fields,
});

const write = (entries: CalendarEntry[], timeZone = 'Europe/Berlin') =>
  writeCalendar({ name: 'Mine', entries, timeZone, since: '2026-01-01T00:00:00.000Z' });

/** Blocks of half an hour, of which one begins every seven hours for a year and more: about 1,900. */
const blocks = Array.from({ length: 1_900 }, (_, at) => {
  const start = Date.parse('2026-01-15T00:30:00Z') + at * 7 * 3_600_000;
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + 1_800_000).toISOString(),
  };
});
/** All half hours around the changes of the clocks of many zones. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01'].flatMap((day) =>
  Array.from({ length: 48 }, (_, half) => {
    const start = Date.parse(`${day}T00:00:00Z`) - 6 * 3_600_000 + half * 1_800_000;
    return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() };
  }),
);
const all = [...blocks, ...changes].map((when, at) =>
  entry({ uid: `${at}@plotline`, summary: `At ${at}`, when }),
);

describe.each(zones)('times in %s', (timeZone) => {
  const file = write(all, timeZone);

  test('are the instants that they were made of, by the rules of the zone in the file', () => {
    const root = new ICAL.Component(ICAL.parse(file) as unknown[]);
    const zone = new ICAL.Timezone(root.getFirstSubcomponent('vtimezone')!);
    const read = new Map(
      root.getAllSubcomponents('vevent').map((component) => {
        const { uid, startDate, endDate } = new ICAL.Event(component);
        const instants = [startDate, endDate].map((time) => {
          if (time.zone !== ICAL.Timezone.utcTimezone) time.zone = zone;
          return time.toJSDate().toISOString();
        });
        return [uid, instants];
      }),
    );
    for (const { uid, when } of all) {
      const { start, end } = when as { start: string; end: string };
      expect(read.get(uid), start).toEqual([start, end]);
    }
  });

  test('are those instants for a reader that knows the zone by its name', () => {
    const events = eventsIn(file);
    for (const { summary, when } of all) {
      const { start, end } = when as { start: string; end: string };
      const event = events.get(summary)!;
      expect([event.start.toISOString(), event.end!.toISOString()], summary).toEqual([start, end]);
    }
  });
});

test('days are the same in every zone, and end after the last', () => {
  const first = Date.parse('2026-03-29') / 86_400_000;
  for (const timeZone of zones) {
    const file = write([entry({ when: { first, last: first + 1 } })], timeZone);
    expect(file).toContain('\r\nDTSTART;VALUE=DATE:20260329\r\nDTEND;VALUE=DATE:20260331\r\n');
    expect(daysOf(eventsIn(file).get('One')!)).toEqual(['2026-03-29', '2026-03-31']);
  }
});

test('texts come back as they were, in lines of at most 75 octets', () => {
  const texts = [
    String.raw`Commas, semicolons; colons: "quotes" and a \ mark`,
    'Grüße aus Łódź, 日本語のとても長い題名です。'.repeat(8),
    '👩‍👩‍👧‍👦🎉'.repeat(30),
    'BEGIN:VEVENT',
    `${'x'.repeat(200)} end`,
  ];
  const file = write(
    texts.map((summary, at) => entry({ uid: `${at}@plotline`, summary, description: `${summary}\r\nMore` })),
  );
  const events = eventsIn(file);
  expect([...events.keys()].sort()).toEqual(texts.toSorted());
  expect(events.get(texts[0]!)!.description).toBe(`${texts[0]}\nMore`);
  const lines = file.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('the same contents make the same file, in any order, and one without events has its zone', () => {
  const two = [entry({}), entry({ uid: 'two@plotline', summary: 'Two', cancelled: true })];
  expect(write(two.toReversed())).toBe(write(two));
  const empty = write([]);
  expect(empty).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:.*\r\n/);
  expect(empty).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n');
  expect(eventsIn(empty).size).toBe(0);
});

test('each event says which version it is of what', () => {
  const event = eventsIn(write([entry({ cancelled: true })])).get('One')!;
  expect(event).toMatchObject({ uid: 'one@plotline', sequence: 3, status: 'CANCELLED' });
  expect(event.dtstamp.toISOString()).toBe('2026-11-20T10:00:00.000Z');
});
