import { expect, test } from 'vitest';
import { coldStartsOf, teamMonth } from './team-month.ts';

test('a function with few calls starts for nearly each of them, and one with many seldom', () => {
  const few = coldStartsOf([{ operation: 'search', count: 30 }]).get('SearchFunction')!;
  expect(few).toBeGreaterThan(24);
  const many = coldStartsOf([{ operation: 'search', count: 300_000 }]).get('SearchFunction')!;
  expect(many).toBeLessThan(3_000);
});

test('the month of a team has thirty reads for each of its changes', () => {
  const count = (...names: string[]) =>
    teamMonth.filter(({ operation }) => names.includes(operation)).reduce((sum, part) => sum + part.count, 0);
  const changes = count('create a story', 'change a title');
  expect(changes).toBe(5_000);
  expect(count('get a story', 'list 50 stories', 'search')).toBe(30 * changes);
  expect(count('webhook delivery, by itself')).toBe(3 * changes);
});
