import { cadenceUpdateSchema } from '../../shared/planning/cadence/cadence.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdays } from '../../shared/kernel/core/weekdays.ts';
import { addDays, dayIn, endOf, slotAfter, startOfDay } from '../../shared/planning/cadences/slots.ts';
import { sprintIdFor } from '../../shared/planning/cadences/sprint-id.ts';

/**
 * The calendar of sprints, compared with Intl, which reads the zones by itself: in both hemispheres, in zones of half
 * hours and quarters, where clocks change at midnight, and where a day is left out.
 */
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];
const zone = fc.constantFrom(...zones);
/** Days from 2010, with several leap years, and changes of rules in most zones. */
const day = fc.integer({ min: 0, max: 40 * 365 }).map((days) => addDays('2010-01-01', days));
const rhythm = fc.record({
  lengthWeeks: fc.integer({ min: 1, max: 8 }),
  startsOn: fc.constantFrom(...weekdays),
  cooldownDays: fc.integer({ min: 0, max: 14 }),
  pausedUntil: fc.option(day, { nil: null }),
  skip: fc.array(day, { maxLength: 3 }),
});

/** The date and time of an instant in a zone, as people there read them. */
function localIn(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    weekday: of('weekday').toLowerCase(),
    time: `${of('hour')}:${of('minute')}:${of('second')}`,
  };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

test('a day begins at the first instant that has its date, whatever the clocks do', () => {
  fc.assert(
    fc.property(zone, day, (timeZone, date) => {
      const start = startOfDay(date, timeZone);
      const [before, at] = [localIn(new Date(start.getTime() - 1), timeZone), localIn(start, timeZone)];
      expect(before.day < date).toBe(true);
      // Samoa had no 30th of December in 2011.
      if (timeZone !== 'Pacific/Apia' || date !== '2011-12-30') expect(at.day).toBe(date);
      expect(at.time <= '01:00:00').toBe(true);
      expect(dayIn(start, timeZone)).toBe(at.day);
    }),
    { numRuns: 500 },
  );
});

test('sprints follow each other on their weekday, whole weeks long, with room for cooldown, pause and skips', () => {
  fc.assert(
    fc.property(rhythm, zone, day, (rules, timeZone, today) => {
      let endedDay = addDays(today, -1);
      for (let n = 0; n < 5; n++) {
        const slot = slotAfter(rules, endedDay, today);
        const start = localIn(startOfDay(slot.startDay, timeZone), timeZone);
        if (slot.startDay !== '2011-12-30') expect(start.weekday).toBe(rules.startsOn);
        expect(daysBetween(slot.startDay, slot.lastDay)).toBe(rules.lengthWeeks * 7 - 1);
        expect(daysBetween(endedDay, slot.startDay)).toBeGreaterThan(rules.cooldownDays);
        expect(slot.startDay >= today && slot.startDay >= (rules.pausedUntil ?? today)).toBe(true);
        for (const skipped of rules.skip) {
          expect(skipped >= slot.startDay && skipped <= slot.lastDay).toBe(false);
        }
        const next = slotAfter(
          { ...rules, cooldownDays: 0, skip: [], pausedUntil: null },
          slot.lastDay,
          today,
        );
        expect(startOfDay(next.startDay, timeZone)).toEqual(endOf(slot, timeZone));
        endedDay = slot.lastDay;
      }
    }),
    { numRuns: 300 },
  );
});

test('nothing but its settings delays a sprint', () => {
  fc.assert(
    fc.property(rhythm, day, ({ lengthWeeks, startsOn }, endedDay) => {
      const rules = { lengthWeeks, startsOn, cooldownDays: 0, pausedUntil: null, skip: [] };
      const { startDay } = slotAfter(rules, endedDay, endedDay);
      expect(daysBetween(endedDay, startDay)).toBeLessThanOrEqual(7);
    }),
  );
});

test('a team that moves between zones neither loses nor repeats a day', () => {
  fc.assert(
    fc.property(rhythm, zone, zone, day, (rules, from, to, today) => {
      const running = slotAfter(rules, addDays(today, -1), today);
      const next = slotAfter(
        { ...rules, cooldownDays: 0, skip: [], pausedUntil: null },
        running.lastDay,
        today,
      );
      // The running sprint ends where the next one starts, both in the new zone, and after it has started.
      expect(endOf(running, to)).toEqual(startOfDay(next.startDay, to));
      expect(endOf(running, to) > startOfDay(running.startDay, from)).toBe(true);
    }),
  );
});

test('leap days and the ends of years are days like others', () => {
  const rules = { lengthWeeks: 1, startsOn: 'monday' as const, cooldownDays: 0, pausedUntil: null, skip: [] };
  expect(slotAfter(rules, '2028-02-27', '2028-02-20')).toEqual({
    startDay: '2028-02-28',
    lastDay: '2028-03-05',
  });
  expect(slotAfter(rules, '2026-12-27', '2026-12-20')).toEqual({
    startDay: '2026-12-28',
    lastDay: '2027-01-03',
  });
});

test('ids of sprints are the same for one start and differ for others, and sort by it', () => {
  const [one, two] = [new Date('2026-11-23T00:00:00Z'), new Date('2026-12-07T00:00:00Z')];
  expect(sprintIdFor('team', one, 1)).toBe(sprintIdFor('team', one, 1));
  expect(
    new Set([sprintIdFor('team', one, 1), sprintIdFor('other', one, 1), sprintIdFor('team', one, 2)]).size,
  ).toBe(3);
  expect(sprintIdFor('team', one, 2) < sprintIdFor('team', two, 1)).toBe(true);
  expect(sprintIdFor('team', one, 1)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('a pause ends in time for sprints whose years have four digits', () => {
  const settings = { enabled: true, lengthWeeks: 8, startsOn: 'monday', timeZone: 'UTC' };
  const isAccepted = (pausedUntil: string) =>
    cadenceUpdateSchema().safeParse({ ...settings, pausedUntil }).success;
  expect(['2026-12-09', '9899-12-31', '9900-01-01', '9999-12-31'].map(isAccepted)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
