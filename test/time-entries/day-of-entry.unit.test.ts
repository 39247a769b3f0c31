import { expect, test } from 'vitest';
import { assertDayOf, startOn } from '../../shared/planning/time-entries/time-entry-requests.ts';

const start = '2026-11-27T11:00:00.000Z';

test.each(['2026-11-26', '2026-11-27', '2026-11-28'])(
  'time at 11:00 UTC on the 27th counts for %s, too',
  (date) => {
    expect(() => {
      assertDayOf(date, start);
    }).not.toThrow();
  },
);

test.each(['2026-11-25', '2026-11-29'])('time at 11:00 UTC on the 27th is on no %s', (date) => {
  expect(() => {
    assertDayOf(date, start);
  }).toThrow('2026-11-26 to 2026-11-28');
});

const now = new Date('2026-11-29T07:41:00.000Z');

test.each([
  ['today ends now', 'UTC', '2026-11-29', 30, '2026-11-29T07:11:00.000Z'],
  ['yesterday is at its noon', 'UTC', '2026-11-28', 30, '2026-11-28T12:00:00.000Z'],
  ['the day before is at its noon', 'UTC', '2026-11-27', 30, '2026-11-27T12:00:00.000Z'],
  ['yesterday into which the time reaches ends now', 'UTC', '2026-11-28', 600, '2026-11-28T21:41:00.000Z'],
  ['today does not begin before its midnight', 'UTC', '2026-11-29', 600, '2026-11-29T00:00:00.000Z'],
  ['today is that of the zone', 'America/Los_Angeles', '2026-11-28', 30, '2026-11-29T07:11:00.000Z'],
  ['yesterday is that of the zone', 'America/Los_Angeles', '2026-11-27', 30, '2026-11-27T20:00:00.000Z'],
  ['noon is that of the zone', 'Pacific/Auckland', '2026-11-28', 30, '2026-11-27T23:00:00.000Z'],
  ['today of one who set no zone ends now', 'UTC', '2026-11-29', 30, '2026-11-29T07:11:00.000Z'],
  ['the first day of all is not before itself', 'Asia/Tokyo', '0000-01-01', 5, '0000-01-01T02:41:01.000Z'],
])('%s, in %s', (_, timeZone, date, minutes, startedAt) => {
  const start = startOn(date, minutes, { now, timeZone });
  expect(start).toBe(startedAt);
  expect(() => assertDayOf(date, start)).not.toThrow();
});

test('a day that has begun only elsewhere ends now, and one that has begun nowhere is refused', () => {
  const evening = { now: new Date('2026-11-29T20:00:00.000Z'), timeZone: 'UTC' };
  expect(startOn('2026-11-30', 30, evening)).toBe('2026-11-29T19:30:00.000Z');
  expect(() => startOn('2026-12-01', 30, evening)).toThrow(
    'must not be after 2026-11-30, the last day that has begun',
  );
  const inAuckland = { now: new Date('2026-11-29T20:00:00.000Z'), timeZone: 'Pacific/Auckland' };
  expect(startOn('2026-11-30', 30, inAuckland)).toBe('2026-11-29T19:30:00.000Z');
  expect(() => startOn('2026-12-01', 30, inAuckland)).toThrow('must not be after 2026-11-30,');
  const early = { now: new Date('2026-11-30T10:05:00.000Z'), timeZone: 'Pacific/Kiritimati' };
  expect(startOn('2026-12-01', 30, early)).toBe('2026-11-30T10:00:00.000Z');
  expect(() => startOn('2026-12-02', 30, early)).toThrow('must not be after 2026-12-01,');
});
