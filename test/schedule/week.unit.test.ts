import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { weekFacts } from '../../shared/planning/scheduling/planner/week-facts.ts';
import { weekPicture } from '../../shared/planning/scheduling/planner/week-picture.ts';
import { shownInstant, weekOf, weekSpan } from '../../shared/planning/scheduling/plan/week.ts';
import { drawnWeek } from './drawn-week.ts';

const zones = [
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
];
const noHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const MINUTE_MS = 60_000;

test('a week is sorted by the days of its zone, and described in words', () => {
  expect(drawnWeek.days.map(({ date }) => date)).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ]);
  expect(drawnWeek.days[0]!.blocks).toMatchObject([
    { start: 540, end: 750, reference: 'ENG-1' },
    { start: 810, end: 900, isLate: true },
  ]);
  expect(drawnWeek.days[4]).toMatchObject({ isOff: true, working: [] });
  expect(weekFacts(drawnWeek)).toBe(
    'Times are those of Europe/Berlin. Monday: 09:00 to 12:30 ENG-1 Title of <ENG-1> (locked); 13:30 to 15:00 ENG-2 Title of <ENG-2>. ' +
      'Tuesday: 10:00 to 11:00 Review. Wednesday: 10:00 to 11:00 busy. Friday: off. Saturday: off. Sunday: off. ' +
      '5 h planned of 28 h of working time. Late: ENG-2.',
  );
});

test('a picture of a week needs no color: blocks have names and edges, late ones a mark, and taken time is hatched', () => {
  const svg = weekPicture('A week', drawnWeek);
  expect(svg).toContain('>! ENG-2</text>');
  expect(svg).toMatch(/>ENG-1<\/text>[\s\S]*>locked<\/text>/);
  expect(svg).toMatch(/class="taken"[\s\S]*>Review<\/text>/);
  expect(svg).toContain('url(#taken)');
  expect(svg).toContain('! late');
  expect(svg).not.toContain('ENG-3');
});

test('a block is drawn on the days and at the times that the clock of the zone shows, also when it changes', () => {
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
  const lengths = fc.integer({ min: 1, max: 5 * 24 * 60 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, lengths, (timeZone, at, minutes) => {
      const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
      const [startDate, endDate] = [start, start + minutes * MINUTE_MS].map((one) =>
        new Date(one).toISOString(),
      );
      const one = { startDate: startDate!, endDate: endDate!, name: null };
      const found: string[] = [];
      const local = Temporal.Instant.from(startDate!).toZonedDateTimeISO(timeZone);
      for (let weeks = 0; weeks <= 2; weeks += 1) {
        // By the calendar: seven times 24 hours from a midnight on may end within the same week.
        const week = weekOf(
          { hours: { timeZone, weekly: noHours }, timeOff: [], busy: [one], blocks: [] },
          new Date(local.add({ weeks }).epochMilliseconds),
        );
        expect(Temporal.PlainDate.from(week.days[0]!.date).dayOfWeek).toBe(1);
        for (const { date, busy } of week.days) {
          for (const span of busy) {
            expect(span.end).toBeGreaterThanOrEqual(span.start);
            expect(span.end).toBeLessThanOrEqual(1_440);
            found.push(`${date} ${span.start}`);
          }
        }
      }
      expect(found[0]).toBe(`${local.toPlainDate().toString()} ${local.hour * 60 + local.minute}`);
      const last = Temporal.Instant.from(endDate!).subtract({ seconds: 1 }).toZonedDateTimeISO(timeZone);
      expect(found.at(-1)!.slice(0, 10)).toBe(last.toPlainDate().toString());
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 200, examples: [['Europe/Berlin', Date.parse('2026-10-18T22:00:00Z'), 1]] },
  );
});

test('a week begins and ends at the midnights of its zone', () => {
  // Berlin's clock is set back on the last Sunday of October: the week has an hour more.
  expect(weekSpan('Europe/Berlin', new Date('2026-10-24T12:00:00Z'))).toEqual({
    since: '2026-10-18T22:00:00.000Z',
    before: '2026-10-25T23:00:00.000Z',
  });
  expect(weekSpan('Asia/Kathmandu', new Date('2026-11-22T18:20:00Z'))).toMatchObject({
    since: '2026-11-22T18:15:00.000Z',
  });
});

test('the week that is shown is the present one or, once nothing is left of it, that of the next block', () => {
  const at = (start: string, end: string) => ({ startDate: `${start}:00.000Z`, endDate: `${end}:00.000Z` });
  const [friday, monday] = [
    at('2026-11-27T09:00', '2026-11-27T12:00'),
    at('2026-11-30T08:00', '2026-11-30T09:00'),
  ];
  const dayOf = (now: string) =>
    shownInstant('Europe/Berlin', [monday, friday], new Date(`${now}:00Z`))
      .toISOString()
      .slice(0, 10);
  expect(dayOf('2026-11-25T09:00')).toBe('2026-11-25');
  expect(dayOf('2026-11-27T11:00')).toBe('2026-11-27');
  expect(dayOf('2026-11-27T12:00')).toBe('2026-11-30');
  expect(dayOf('2026-11-30T12:00')).toBe('2026-11-30');
  // Monday has begun in Berlin.
  expect(shownInstant('Europe/Berlin', [], new Date('2026-11-29T23:30:00Z')).toISOString()).toContain(
    '11-29',
  );
});
