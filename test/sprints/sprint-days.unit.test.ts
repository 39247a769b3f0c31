import { expect, test } from 'vitest';
import { dayText } from '../../shared/kernel/core/date-span.ts';
import { dayInZone } from '../../shared/kernel/core/day-in-zone.ts';
import { isRunning, sprintDays, sprintPhase } from '../../shared/planning/sprints/sprint-days.ts';

type Span = Parameters<typeof sprintDays>[0];

const span = (timeZone: string, startDate: string, endDate: string): Span => ({
  timeZone,
  startDate,
  endDate,
});

/** Monday 7 to Sunday 20 September, as cadences write it. */
const zones: [Span, firstInstant: string, lastInstant: string][] = [
  [
    span('UTC', '2026-09-07T00:00:00.000Z', '2026-09-20T00:00:00.000Z'),
    '2026-09-07T00:00:00.000Z',
    '2026-09-20T23:59:59.999Z',
  ],
  [
    span('Europe/Berlin', '2026-09-06T22:00:00.000Z', '2026-09-19T22:00:00.000Z'),
    '2026-09-06T22:00:00.000Z',
    '2026-09-20T21:59:59.999Z',
  ],
  [
    span('Pacific/Auckland', '2026-09-06T12:00:00.000Z', '2026-09-19T12:00:00.000Z'),
    '2026-09-06T12:00:00.000Z',
    '2026-09-20T11:59:59.999Z',
  ],
  [
    span('America/Los_Angeles', '2026-09-07T07:00:00.000Z', '2026-09-20T07:00:00.000Z'),
    '2026-09-07T07:00:00.000Z',
    '2026-09-21T06:59:59.999Z',
  ],
  // Plain dates mean the same days in every zone.
  [
    span('America/Los_Angeles', '2026-09-07T00:00:00.000Z', '2026-09-20T00:00:00.000Z'),
    '2026-09-07T07:00:00.000Z',
    '2026-09-21T06:59:59.999Z',
  ],
  [
    span('Pacific/Auckland', '2026-09-07T00:00:00.000Z', '2026-09-20T00:00:00.000Z'),
    '2026-09-06T12:00:00.000Z',
    '2026-09-20T11:59:59.999Z',
  ],
];

const moved = (at: string, by: number) => new Date(Date.parse(at) + by);

test.each(zones)('the sprint %o lasts from the 7th through the 20th of its zone', (sprint, first, last) => {
  const days = sprintDays(sprint);
  expect([dayText(days.first), dayText(days.last)]).toEqual(['2026-09-07', '2026-09-20']);
  expect([
    sprintPhase(sprint, moved(first, -1)),
    sprintPhase(sprint, moved(first, 0)),
    sprintPhase(sprint, moved(last, 0)),
    sprintPhase(sprint, moved(last, 1)),
  ]).toEqual(['coming', 'running', 'running', 'past']);
  expect(isRunning({ ...sprint, closedAt: null }, moved(last, 0))).toBe(true);
  expect(isRunning({ ...sprint, closedAt: last }, moved(last, 0))).toBe(false);
});

test.each([
  // Berlin puts its clocks back on Sunday 25 October and forward on 28 March.
  ['Europe/Berlin', '2026-10-24T21:59:59.999Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
  ['Europe/Berlin', '2027-03-27T22:59:59.999Z', '2027-03-27'],
  ['Europe/Berlin', '2027-03-28T21:59:59.999Z', '2027-03-28'],
  ['Europe/Berlin', '2027-03-28T22:00:00.000Z', '2027-03-29'],
  // Auckland changes on Sunday 27 September, Los Angeles on Sunday 1 November.
  ['Pacific/Auckland', '2026-09-26T12:00:00.000Z', '2026-09-27'],
  ['Pacific/Auckland', '2026-09-27T10:59:59.999Z', '2026-09-27'],
  ['Pacific/Auckland', '2026-09-27T11:00:00.000Z', '2026-09-28'],
  ['America/Los_Angeles', '2026-11-01T06:59:59.999Z', '2026-10-31'],
  ['America/Los_Angeles', '2026-11-02T07:59:59.999Z', '2026-11-01'],
  ['America/Los_Angeles', '2026-11-02T08:00:00.000Z', '2026-11-02'],
  ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-19T18:14:59.999Z', '2026-11-19'],
  // Before zones were standardised, offsets have seconds.
  ['America/New_York', '1800-01-01T04:56:01.000Z', '1799-12-31'],
  ['America/New_York', '1800-01-01T04:56:02.000Z', '1800-01-01'],
])('in %s, %s is a moment of %s', (zone, at, day) => {
  expect(dayText(dayInZone(at, zone))).toBe(day);
});

test('days that a zone moves out of the calendar are shown as its first and last', () => {
  const { first, last } = sprintDays(
    span('Pacific/Auckland', '0000-01-01T00:00:00.000Z', '9999-12-31T23:00:00.000Z'),
  );
  expect([dayText(first), dayText(last)]).toEqual(['0000-01-01', '9999-12-31']);
  expect(dayText(dayInZone('0000-01-01T01:00:00.000Z', 'America/Los_Angeles'))).toBe('0000-01-01');
});

test('a sprint ends no earlier than it starts, whichever way its dates are written', () => {
  const { first, last } = sprintDays(
    span('America/Los_Angeles', '2026-09-07T00:00:00.000Z', '2026-09-07T05:00:00.000Z'),
  );
  expect([dayText(first), dayText(last)]).toEqual(['2026-09-07', '2026-09-07']);
});
