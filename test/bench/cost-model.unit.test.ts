import { expect, test } from 'vitest';
import { billedMs, less, priceOf, times, type Work } from './cost-model.ts';
import { listPrices } from './prices.ts';

const invocation = { functionName: 'Stories', memoryMb: 1_024, records: 0, durationMs: 7.2, cpuMs: 2 };

const work: Work = {
  apiRequests: 1,
  readUnits: 4,
  writeUnits: 9,
  invocations: [invocation, { ...invocation, functionName: 'WebhookDelivery', memoryMb: 512, records: 3 }],
  logBytes: 600,
  sentBytes: 1_000,
};

test('CPU time grows as the function has less than a core, and waiting time stays the same', () => {
  expect(billedMs({ ...invocation, memoryMb: 1_769 })).toBe(8);
  expect(billedMs({ ...invocation, memoryMb: 3_538 })).toBe(8);
  // 5.2 ms of waiting and 2 ms of CPU at 512 of 1,769 MB.
  expect(billedMs({ ...invocation, memoryMb: 512 })).toBe(13);
});

test('an operation costs the sum of its parts', () => {
  const million = times(priceOf(work, listPrices, ['WebhookDelivery']), 1_000_000);
  expect(million.api).toBeCloseTo(1);
  expect(million.database).toBeCloseTo(4 * 0.125 + 9 * 0.625);
  // 9 ms of 1 GB and 13 ms of half a GB.
  expect(million.lambda).toBeCloseTo(2 * 0.2 + (0.009 + 0.0065) * 13.3334);
  // Three messages are sent; their batch is received and deleted.
  expect(million.queue).toBeCloseTo(5 * 0.4);
  expect(million.logs).toBeCloseTo(0.3);
  expect(million.sent).toBeCloseTo(0.09);
  const { total, ...parts } = million;
  expect(total).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0));
});

test('a consequence costs the difference', () => {
  const whole = priceOf(work, listPrices, []);
  const less9 = priceOf({ ...work, writeUnits: 0 }, listPrices, []);
  expect(times(less(whole, less9), 1_000_000)).toMatchObject({ api: 0, lambda: 0 });
  expect(times(less(whole, less9), 1_000_000).total).toBeCloseTo(9 * 0.625);
});
