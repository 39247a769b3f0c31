import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInZone } from '../../shared/kernel/core/day-in-zone.ts';
import { DAY_MS, utcDay } from '../../shared/kernel/core/date-span.ts';
import { nextForecastNight } from '../../shared/planning/forecasts/forecast-night.ts';

const HOUR_MS = 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');
const teams = Array.from({ length: 2_000 }, () => randomUUID());
const times = (zone: string, now: string) =>
  teams.map((team) => nextForecastNight(team, zone, new Date(now)).toISOString()).sort();

test('a night is on the next day of UTC and of the zone, in every zone, at every time', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, fc.uuid(), (zone, now, team) => {
      const due = nextForecastNight(team, zone, now);
      expect(utcDay(due)).toBe(utcDay(now) + 1);
      expect(dayInZone(due, zone)).toBe(utcDay(now) + 1);
      // The counts of the day before are complete.
      expect(due.getTime() % DAY_MS).toBeGreaterThanOrEqual(5 * 60_000);
      expect(nextForecastNight(team, zone, now)).toEqual(due);
    }),
    { numRuns: 2_000 },
  );
});

describe.each([
  ['UTC', '2026-11-17T00:05', '2026-11-17T05:00'],
  ['Europe/Berlin', '2026-11-17T00:05', '2026-11-17T04:00'],
  ['America/New_York', '2026-11-17T05:00', '2026-11-17T10:00'],
  ['America/Los_Angeles', '2026-11-17T08:00', '2026-11-17T13:00'],
  // The UTC day ends after the night there: the numbers are of that day, so they come within an hour.
  ['Asia/Kolkata', '2026-11-17T00:05', '2026-11-17T01:05'],
  ['Asia/Tokyo', '2026-11-17T00:05', '2026-11-17T01:05'],
])('the teams of %s', (zone, from, to) => {
  test(`are spread from ${from} to ${to}`, () => {
    const due = times(zone, '2026-11-16T23:30Z');
    const span = Date.parse(`${to}Z`) - Date.parse(`${from}Z`);
    expect(due[0]! >= `${from}:00`).toBe(true);
    expect(due.at(-1)! < `${to}:00`).toBe(true);
    // Each tenth of the time has about a tenth of the teams.
    const tenths = Map.groupBy(due, (at) =>
      Math.floor((10 * (Date.parse(at) - Date.parse(`${from}Z`))) / span),
    );
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(tenths.get(tenth)?.length).toBeGreaterThan(teams.length / 20);
      expect(tenths.get(tenth)?.length).toBeLessThan(teams.length / 5);
    }
  });
});

test('a night in which clocks change is spread as any other', () => {
  const due = times('America/New_York', '2026-10-31T12:00Z');
  expect(due[0]! >= '2026-11-01T04:00').toBe(true);
  expect(Date.parse(due.at(-1)!) - Date.parse(due[0]!)).toBeGreaterThan(4 * HOUR_MS);
});
