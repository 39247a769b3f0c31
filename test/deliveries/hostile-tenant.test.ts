import { describe, expect, test } from 'vitest';
import { simulateDeliveries } from '../bench/hostile/deliveries.ts';
import { simulateRequests } from '../bench/hostile/requests.ts';
import { production } from '../infra/production.ts';

/** `npm run simulate` shows the same over two minutes (docs/scale.md, "A hostile tenant"). */
const { webhookConcurrency, throttle, rateLimits } = production();

describe('the deliveries of 100 quiet tenants next to 1,000 endpoints of 14 s and 1,000 changes a second', () => {
  const load = { seed: 7, seconds: 10, webhookConcurrency, isHostile: true };
  const guards = { hasSlots: true, isFair: true, isExpandedApart: true };
  const alone = simulateDeliveries({ ...load, ...guards, isHostile: false });

  test('take at most twice as long, and the hostile one has a fifth of the executions at most', async () => {
    const found = await simulateDeliveries({ ...load, ...guards });
    expect(found.p99).toBeLessThanOrEqual(2 * (await alone).p99);
    expect(found.hostileLanesMost).toBeLessThanOrEqual(0.2 * webhookConcurrency);
    expect(found.unsent).toBe(0);
  });

  test.each([{ hasSlots: false }, { isExpandedApart: false }])('take longer with %o', async (missing) => {
    const found = await simulateDeliveries({ ...load, ...guards, ...missing });
    expect(found.p99).toBeGreaterThan(4 * (await alone).p99);
  });
});

describe('the requests of 100 quiet tenants next to 10,000 a second of one credential', () => {
  const load = { seed: 7, seconds: 5, throttle, rateLimits, concurrency: 500 };
  const alone = simulateRequests({ ...load, hasLimiter: true, isHostile: false });

  test('take at most twice as long, and none is refused', async () => {
    const found = await simulateRequests({ ...load, hasLimiter: true, isHostile: true });
    expect(found.refused).toBe(0);
    expect(found.p99).toBeLessThanOrEqual(2 * (await alone).p99);
  });

  test.each([
    ['the gateway takes 2,000 only', { hasLimiter: true, throttle: { rate: 2_000, burst: 4_000 } }],
    ['nothing limits a credential', { hasLimiter: false, concurrency: 100 }],
  ])('take longer if %s', async (_, missing) => {
    const found = await simulateRequests({ ...load, isHostile: true, ...missing });
    expect(found.p99).toBeGreaterThan(4 * (await alone).p99);
  });
});
