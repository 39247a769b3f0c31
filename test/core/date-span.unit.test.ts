import { describe, expect, test } from 'vitest';
import { daysPastDue, endAfterDays } from '../../shared/kernel/core/date-span.ts';

/** Several ways to write that something is due on 20 November. */
const onThe20th = ['2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z', '2026-11-20T23:59:59.999Z'];

describe.each(onThe20th)('work that is due at %s', (endDate) => {
  test.each([
    ['2026-11-19T23:59:59.999Z', -1],
    ['2026-11-20T00:00:00.000Z', 0],
    ['2026-11-20T23:59:59.999Z', 0],
    ['2026-11-21T00:00:00.000Z', 1],
    ['2026-12-01T08:00:00.000Z', 11],
  ])('and ends at %s is %i days late', (end, days) => {
    expect(daysPastDue(endDate, end)).toBe(days);
  });
});

test('a span of days ends on the last of them', () => {
  const startDate = '2026-11-02T00:00:00.000Z';
  expect(endAfterDays(startDate, 1)).toBe(startDate);
  expect(endAfterDays(startDate, 14)).toBe('2026-11-15T00:00:00.000Z');
});
