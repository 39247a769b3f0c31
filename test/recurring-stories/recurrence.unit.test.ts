import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { utcDay } from '../../shared/kernel/core/date-span.ts';
import { dueDates } from '../../shared/planning/recurrence/due-dates.ts';
import { normalRule, ruleProblem } from '../../shared/planning/recurrence/rule-parts.ts';
import { seededRandom } from '../support/random.ts';

const zones = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Africa/Cairo',
  'Europe/Berlin',
  'Europe/London',
  'UTC',
  'Atlantic/Azores',
  'America/St_Johns',
  'America/Santiago',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Marquesas',
  'Pacific/Pago_Pago',
];

test.each(zones)('in %s, an UNTIL of UTC ends with the last day that begins by then', (timeZone) => {
  const random = seededRandom(utcDay('2026-11-28'));
  for (let run = 0; run < 200; run++) {
    const until = new Date(Date.UTC(2027, 0, 5) + Math.floor(random() * 300 * 24) * 3_600_000);
    const rule = `FREQ=DAILY;UNTIL=${until.toISOString().replaceAll(/[-:]|\.000/g, '')}`;
    const recurrence = { rule, startDate: '2027-01-01', endDate: null, timeZone };
    const last = dueDates(recurrence, '2027-01-01', '2028-12-31').at(-1)!;
    const begins = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
    const day = Temporal.PlainDate.from(last);
    expect(begins(day), rule).toBeLessThanOrEqual(until.getTime());
    expect(begins(day.add({ days: 1 })), rule).toBeGreaterThan(until.getTime());
  }
});

test.each([
  ['BYDAY=MO;FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO'],
  ['rrule:freq=daily;', 'FREQ=DAILY'],
  ['FREQ=DAILY', 'FREQ=DAILY'],
])('parts may come in any order: %s', (rule, normal) => {
  expect(normalRule(rule)).toBe(normal);
  expect(ruleProblem(normalRule(rule))).toBeUndefined();
});
