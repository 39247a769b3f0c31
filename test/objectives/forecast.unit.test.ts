import { describe, expect, test } from 'vitest';
import { forecast } from '../../shared/objectives/forecast.ts';
import { tallyOf, type Counter } from '../../shared/counts/story-counts.ts';

/** Worked examples of the formula; it is 2026-11-20, noon. */
const now = new Date('2026-11-20T12:00:00.000Z');
const day = (text: string) => `${text}T00:00:00.000Z`;
const createdAt = day('2026-10-01');

function forecastOf(
  counters: Partial<Record<Counter, number>>,
  { throughput = 1, startDate = null as string | null, endDate = null as string | null } = {},
) {
  return forecast({
    objective: { startDate, endDate, createdAt },
    tally: tallyOf({ ...counters, remainingSize: 100 * (counters.remainingSize ?? 0) }),
    throughput,
    now,
  });
}

const nothing = { forecastStartDate: null, forecastEndDate: null, forecastDaysDelta: null };

describe('an objective', () => {
  test('without stories, or with cancelled ones only, has no schedule', () => {
    expect(forecastOf({})).toEqual({ ...nothing, scheduleStatus: 'no_schedule' });
    expect(forecastOf({ cancelled: 3 })).toEqual({ ...nothing, scheduleStatus: 'no_schedule' });
  });

  test('of a team that completed nothing in 28 days has no schedule', () => {
    expect(forecastOf({ started: 1, remainingSize: 5 }, { throughput: 0 })).toEqual({
      ...nothing,
      scheduleStatus: 'no_schedule',
    });
  });

  test('with nothing left to do is on track, or has no target', () => {
    expect(forecastOf({ completed: 4 }, { endDate: day('2026-12-01') }).scheduleStatus).toBe('on_track');
    expect(forecastOf({ completed: 4 }).scheduleStatus).toBe('no_target');
  });

  test('that has begun ends after what remains divided by what the team does in a day, rounded up', () => {
    // 10 left at 1.5 a day are 7 days from the 20th.
    const begun = { started: 2, unstarted: 3, completed: 1, remainingSize: 10 };
    expect(forecastOf(begun, { throughput: 1.5, endDate: day('2026-11-30') })).toEqual({
      forecastStartDate: createdAt,
      forecastEndDate: day('2026-11-27'),
      forecastDaysDelta: -3,
      scheduleStatus: 'on_track',
    });
  });

  test('that ends after its target is at risk, on the target day it is not', () => {
    const counters = { started: 1, remainingSize: 10 };
    expect(forecastOf(counters, { endDate: day('2026-11-29') })).toMatchObject({
      forecastDaysDelta: 1,
      scheduleStatus: 'at_risk',
    });
    expect(forecastOf(counters, { endDate: '2026-11-30T17:00:00.000Z' })).toMatchObject({
      forecastDaysDelta: 0,
      scheduleStatus: 'on_track',
    });
  });

  test('without a target has a forecast all the same', () => {
    expect(forecastOf({ started: 1, remainingSize: 2 })).toMatchObject({
      forecastEndDate: day('2026-11-22'),
      forecastDaysDelta: null,
      scheduleStatus: 'no_target',
    });
  });

  test('that has not begun starts on its start date, or today where that has passed', () => {
    const untouched = { backlog: 2, remainingSize: 4 };
    expect(forecastOf(untouched, { startDate: day('2026-12-01') })).toMatchObject({
      forecastStartDate: day('2026-12-01'),
      forecastEndDate: day('2026-12-05'),
    });
    expect(forecastOf(untouched, { startDate: day('2026-11-01') })).toMatchObject({
      forecastStartDate: day('2026-11-20'),
      forecastEndDate: day('2026-11-24'),
    });
  });
});
