import { expect, test } from 'vitest';
import {
  cooldownAfter,
  FAILING_MAX_MS,
  nextAttempt,
  REQUESTED_COOLDOWN_MAX_MS,
  retryAfterMs,
  retryDelaysMs,
} from '../../shared/events/deliveries/retry-schedule.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
const waitOf = (input: Partial<Parameters<typeof nextAttempt>[0]>) => {
  const at = nextAttempt({ tries: 1, now, random: 0, ...input });
  return at && at.getTime() - now.getTime();
};

test('ten waits follow the attempts, then none', () => {
  expect(retryDelaysMs).toEqual([
    5 * SECOND_MS,
    ...[1, 5, 30].map((minutes) => minutes * MINUTE_MS),
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
  ]);
  expect(retryDelaysMs.map((_, position) => waitOf({ tries: position + 1 }))).toEqual(retryDelaysMs);
  expect(waitOf({ tries: 11 })).toBeUndefined();
  expect(FAILING_MAX_MS).toBe(120 * HOUR_MS);
});

test('a wait is made longer by a tenth at most', () => {
  expect(waitOf({ random: 1 })).toBe(5_500);
  expect(waitOf({ random: 0.5 })).toBe(5_250);
});

test('a receiver can ask for a longer wait, up to a day, and not for a shorter one', () => {
  expect(waitOf({ retryAfter: '60' })).toBe(MINUTE_MS);
  expect(waitOf({ retryAfter: '1' })).toBe(5 * SECOND_MS);
  expect(waitOf({ retryAfter: '86400' })).toBe(24 * HOUR_MS);
  expect(waitOf({ retryAfter: '86401' })).toBe(24 * HOUR_MS);
});

test('Retry-After is in seconds or a date', () => {
  expect(retryAfterMs(undefined, now)).toBe(0);
  expect(retryAfterMs('7', now)).toBe(7 * SECOND_MS);
  expect(retryAfterMs('9999999999', now)).toBe(9_999_999_999 * SECOND_MS);
  expect(retryAfterMs(new Date(now.getTime() + MINUTE_MS).toUTCString(), now)).toBe(MINUTE_MS);
  expect(retryAfterMs('soon', now)).toBe(0);
  expect(retryAfterMs('99999999999', now)).toBe(0);
});

test('a lane cools down after five failures in a row, ever longer, up to five minutes', () => {
  expect([0, 1, 4].map(cooldownAfter)).toEqual([0, 0, 0]);
  expect([5, 6, 7, 10].map(cooldownAfter)).toEqual([5, 10, 20, 160].map((seconds) => seconds * SECOND_MS));
  expect([11, 12, 1_000].map(cooldownAfter)).toEqual(Array(3).fill(5 * MINUTE_MS));
  expect(REQUESTED_COOLDOWN_MAX_MS).toBe(HOUR_MS);
});
