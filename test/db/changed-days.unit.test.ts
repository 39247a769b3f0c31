import { expect, test } from 'vitest';
import { changedDays, DAY_PARTITIONS_MAX } from '../../shared/kernel/db/changed-days.ts';

const now = new Date('2026-11-24T23:30:00.000Z');

test.each([
  ['2026-11-24T23:29:00.000Z', undefined, ['2026-11-24', '2026-11-25']],
  ['2026-11-22T23:59:59.999Z', undefined, ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']],
  ['2026-11-22T10:00:00.000Z', '2026-11-23T00:00:00.000Z', ['2026-11-22', '2026-11-23']],
  ['2026-11-24T10:00:00.000Z', '2999-01-01T00:00:00.000Z', ['2026-11-24', '2026-11-25']],
  ['2999-01-01T00:00:00.000Z', undefined, ['2999-01-01']],
])('the days from %s to %s are %j', (updatedSince, updatedBefore, days) => {
  expect(changedDays({ updatedSince, updatedBefore, now }, 1)).toEqual(days);
});

test('without a start, or with too many days of all teams together, there are no days', () => {
  expect(changedDays({ updatedSince: undefined, now }, 1)).toBeUndefined();
  // Today and tomorrow.
  const updatedSince = now.toISOString();
  expect(changedDays({ updatedSince, now }, DAY_PARTITIONS_MAX / 2)).toHaveLength(2);
  expect(changedDays({ updatedSince, now }, DAY_PARTITIONS_MAX / 2 + 1)).toBeUndefined();
  expect(changedDays({ updatedSince: '0001-01-01T00:00:00.000Z', now }, 1)).toBeUndefined();
});
