import { expect, test } from 'vitest';
import { utcDay } from '../../shared/kernel/core/date-span.ts';
import { proposeSprint, type SprintCandidate } from '../../shared/planning/analysis/propose-sprint.ts';

const candidate = (id: string, fields: Partial<SprintCandidate> = {}): SprintCandidate => ({
  id,
  size: 100,
  priority: 'none',
  inProgress: false,
  startDate: null,
  endDate: null,
  waitsFor: [],
  isBlocked: false,
  ...fields,
});
const lastDay = utcDay('2026-11-29');
const proposed = (candidates: SprintCandidate[], capacity: number) => {
  const { stories, leftOut } = proposeSprint(candidates, { capacity, lastDay });
  return [
    stories.map(({ id, reason }) => `${id} ${reason}`),
    leftOut.map((one) => `${one.id} ${one.reason}`),
  ];
};

test('a proposal takes work in progress first, then goes by priority, due date and age, as far as the capacity goes', () => {
  const all = [
    candidate('a'),
    candidate('b', { endDate: '2026-11-20T00:00:00.000Z' }),
    candidate('c', { priority: 'urgent', endDate: '2027-01-01T00:00:00.000Z' }),
    candidate('d', { priority: 'low' }),
    candidate('e', { inProgress: true }),
  ];
  expect(proposed(all, 400)).toEqual([
    ['e in_progress', 'c priority', 'd priority', 'b due'],
    ['a capacity'],
  ]);
  expect(proposed(all, -100)[0]).toEqual([]);
});

test('a story that does not fit leaves its room to smaller ones', () => {
  const all = [candidate('a', { priority: 'high', size: 300 }), candidate('b'), candidate('c')];
  expect(proposed(all, 250)).toEqual([['b priority', 'c priority'], ['a capacity']]);
});

test('a story is proposed with all that blocks it, or not at all', () => {
  const chain = [
    candidate('a', { priority: 'urgent', waitsFor: ['b'] }),
    candidate('b', { waitsFor: ['c'] }),
    candidate('c'),
    candidate('d', { priority: 'high' }),
  ];
  expect(proposed(chain, 300)[0]).toEqual(['c blocks_others', 'b blocks_others', 'a priority']);
  expect(proposed(chain, 200)).toEqual([
    ['d priority', 'c priority'],
    ['a capacity', 'b capacity'],
  ]);
});

test('a story that waits for one without a date, or starts later, is left out with its reason', () => {
  const all = [
    candidate('a', { priority: 'urgent', isBlocked: true }),
    candidate('b', { priority: 'high', waitsFor: ['a'] }),
    candidate('c', { startDate: '2026-11-30T00:00:00.000Z' }),
    candidate('d', { startDate: '2026-11-29T00:00:00.000Z' }),
  ];
  expect(proposed(all, 1_000)).toEqual([['d priority'], ['a blocked', 'b blocked', 'c starts_later']]);
});

test('a circle of blocks is proposed once, and no more than fifty stories are', () => {
  const circle = [candidate('a', { waitsFor: ['b'] }), candidate('b', { waitsFor: ['a'] })];
  expect(proposed(circle, 1_000)[0]).toHaveLength(2);
  const many = Array.from({ length: 60 }, (_, n) => candidate(`story ${n + 10}`));
  const [stories, leftOut] = proposed(many, 100_000);
  expect([stories!.length, leftOut!.length]).toEqual([50, 10]);
});
