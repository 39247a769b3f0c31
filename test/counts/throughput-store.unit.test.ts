import { expect, test } from 'vitest';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';

test('the work that a team completed on a day is kept for 400 days from its beginning', () => {
  const change = addCompletedSize('a team', '2026-01-01', 300);
  const expiry = Date.UTC(2027, 1, 5) / 1000;
  expect(change).toMatchObject({ with: { add: { size: 300 }, set: { ttl: expiry } } });
});
