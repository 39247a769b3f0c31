import { expect, test } from 'vitest';
import { plainDate, timestamp } from '../../shared/kernel/core/schema.ts';

test.each([
  ['2026-02-29', 'has the day 29, but 2026-02 has 28 days'],
  ['2028-02-30', 'has the day 30, but 2028-02 has 29 days'],
  ['1900-02-29', 'has the day 29, but 1900-02 has 28 days'],
  ['2026-04-31', 'has the day 31, but 2026-04 has 30 days'],
  ['2026-01-00', 'has the day 00, but 2026-01 has 31 days'],
  ['2026-13-01', 'has the month 13; months are 01 to 12'],
  ['0000-00-10', 'has the month 00; months are 01 to 12'],
])('%s answers in words: %s', (value, message) => {
  expect(plainDate().safeParse(value).error?.issues[0]?.message).toBe(message);
  expect(timestamp().safeParse(value).error?.issues[0]?.message).toBe(message);
  expect(timestamp().safeParse(`${value}T10:00:00Z`).error?.issues[0]?.message).toBe(message);
});

test.each(['2024-02-29', '2000-02-29', '2026-12-31'])('%s is a day', (value) => {
  expect(plainDate().safeParse(value).success).toBe(true);
  expect(timestamp().safeParse(value).success).toBe(true);
});

test('what has no form of a date is told the form', () => {
  expect(plainDate().safeParse('yesterday').error?.issues[0]?.message).toContain('such as 2026-11-20');
  expect(timestamp().safeParse('2026-2-9').error?.issues[0]?.message).toContain('such as 2026-11-20');
});
