import { expect, test, vi } from 'vitest';
import { chargeOnce } from '../../shared/kernel/api/operation/charge-once.ts';

test('an attempt after a conflict charges only what those before it have not', async () => {
  const countWrites = vi.fn(async () => {});
  const charge = chargeOnce(countWrites);
  charge.begin();
  await charge.countWrites(3);
  charge.begin();
  await charge.countWrites(2);
  await charge.countWrites(2);
  expect(countWrites.mock.calls).toEqual([[3], [1]]);
});
