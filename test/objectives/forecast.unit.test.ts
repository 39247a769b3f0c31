import { describe, expect, test } from 'vitest';
import { utcDay } from '../../shared/kernel/core/date-span.ts';
import { forecast } from '../../shared/planning/objective/forecast.ts';
import { tallyOf, type CounterName } from '../../shared/planning/counts/story-counts.ts';

/** It is 2026-11-20, noon. */
const now = new Date('2026-11-20T12:00:00.000Z');
const day = (text: string) => `${text}T00:00:00.000Z`;
const createdAt = day('2026-10-01');

interface Given {
  p85?: string | null;
  endless?: boolean;
  startDate?: string;
  endDate?: string;
}

function forecastOf(counters: Partial<Record<CounterName, number>>, given: Given = {}) {
  const { p85 = '2026-11-27', endless = false, startDate = null, endDate = null } = given;
  return forecast({
    objective: { startDate, endDate, createdAt },
    tally: tallyOf({ ...counters, remainingSize: 100 * (counters.remainingSize ?? 0) }),
    stored: { p85: p85 === null ? null : utcDay(day(p85)), endless },
    now,
  });
}

const nothing = { forecastStartDate: null, forecastEndDate: null, forecastDaysDelta: null };
const open = { started: 2, remainingSize: 2 };

describe('an objective', () => {
  test('without stories, or with cancelled ones only, has no schedule', () => {
    expect(forecastOf({})).toEqual({ ...nothing, scheduleStatus: 'no_schedule' });
    expect(forecastOf({ cancelled: 3 })).toEqual({ ...nothing, scheduleStatus: 'no_schedule' });
  });

  test('of a team with too little history has no schedule', () => {
    expect(forecastOf(open, { p85: null })).toEqual({ ...nothing, scheduleStatus: 'no_schedule' });
  });

  test('that may never be done is at risk of missing its target', () => {
    const never = { p85: null, endless: true };
    expect(forecastOf(open, { ...never, endDate: day('2030-01-01') }).scheduleStatus).toBe('at_risk');
    expect(forecastOf(open, never)).toEqual({ ...nothing, scheduleStatus: 'no_target' });
  });

  test('with nothing left to do is on track, or has no target', () => {
    expect(forecastOf({ completed: 4 }, { endDate: day('2026-12-01') }).scheduleStatus).toBe('on_track');
    expect(forecastOf({ completed: 4 }).scheduleStatus).toBe('no_target');
  });

  test('that has begun ends on the 85th percentile', () => {
    expect(forecastOf(open, { endDate: day('2026-11-30') })).toEqual({
      forecastStartDate: createdAt,
      forecastEndDate: day('2026-11-27'),
      forecastDaysDelta: -3,
      scheduleStatus: 'on_track',
    });
  });

  test('that ends after its target is at risk, on the target day it is not', () => {
    expect(forecastOf(open, { endDate: day('2026-11-26') })).toMatchObject({
      forecastDaysDelta: 1,
      scheduleStatus: 'at_risk',
    });
    expect(forecastOf(open, { endDate: '2026-11-27T17:00:00.000Z' })).toMatchObject({
      forecastDaysDelta: 0,
      scheduleStatus: 'on_track',
    });
  });

  test('without a target has a forecast all the same', () => {
    expect(forecastOf(open)).toMatchObject({
      forecastEndDate: day('2026-11-27'),
      forecastDaysDelta: null,
      scheduleStatus: 'no_target',
    });
  });

  test('that has not begun starts on its start date, or today where that has passed', () => {
    const untouched = { backlog: 2, remainingSize: 4 };
    const startOf = (startDate: string) =>
      forecastOf(untouched, { startDate: day(startDate) }).forecastStartDate;
    expect(startOf('2026-12-01')).toBe(day('2026-12-01'));
    expect(startOf('2026-11-01')).toBe(day('2026-11-20'));
  });
});
