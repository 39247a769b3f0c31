import { expect, test } from 'vitest';
import {
  billedMs,
  coldGigabyteSeconds,
  less,
  priceOf,
  times,
  type Deployment,
  type Work,
} from './cost-model.ts';
import { listPrices } from './prices.ts';

const invocation = { functionName: 'Stories', memoryMb: 1_024, records: 0, durationMs: 7.2, cpuMs: 2 };

const work: Work = {
  apiRequests: 1,
  readUnits: 4,
  writeUnits: 9,
  invocations: [invocation, { ...invocation, functionName: 'WebhookDelivery', memoryMb: 512, records: 3 }],
  logBytes: 600,
  logLines: 2,
  sentBytes: 1_000,
  webhookBytes: 0,
};

const deployment: Deployment = {
  prices: listPrices,
  fromQueue: ['WebhookDelivery'],
  hasEdge: false,
  memoryOf: (measuredMb) => measuredMb,
  inits: new Map(),
  platformLogged: new Set(),
  secretsOf: new Map(),
  coldShare: 0.01,
  accessLogBytes: 200,
};

test('CPU time grows as the function has less than a core, and waiting time stays the same', () => {
  expect(billedMs(invocation, 1_769)).toBe(8);
  expect(billedMs(invocation, 3_538)).toBe(8);
  // 5.2 ms of waiting and 2 ms of CPU at 512 of 1,769 MB.
  expect(billedMs(invocation, 512)).toBe(13);
});

test('an operation costs the sum of its parts', () => {
  const million = times(priceOf(work, deployment), 1_000_000);
  expect(million.edge).toBe(0);
  expect(million.api).toBeCloseTo(1);
  expect(million.database).toBeCloseTo(4 * 0.125 + 9 * 0.625);
  // 9 ms of 1 GB and 13 ms of half a GB.
  expect(million.lambda).toBeCloseTo(2 * 0.2 + (0.009 + 0.0065) * 13.3334);
  // Three messages are sent; their batch is received and deleted.
  expect(million.queue).toBeCloseTo(5 * 0.4);
  // Two lines of the functions and one of the gateway, each with 26 bytes of CloudWatch's own.
  expect(million.logs).toBeCloseTo((600 + 200 + 3 * 26) * 0.0005);
  expect(million.sent).toBeCloseTo(0.09);
  const { total, ...parts } = million;
  expect(total).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0));
});

test('a request that passes CloudFront costs its request and its function, and less to send', () => {
  const million = times(priceOf(work, { ...deployment, hasEdge: true }), 1_000_000);
  expect(million.edge).toBeCloseTo(1.1);
  expect(million.sent).toBeCloseTo(0.085);
});

test('functions cost what they do at the memory of the deployment', () => {
  const million = times(priceOf(work, { ...deployment, memoryOf: () => 1_769 }), 1_000_000);
  expect(million.lambda).toBeCloseTo(2 * 0.2 + 2 * 0.008 * (1_769 / 1_024) * 13.3334);
});

test('a share of the invocations loads the function, which Lambda bills too', () => {
  const init = { durationMs: 500, cpuMs: 150, memoryMb: 1_024 };
  const loaded = coldGigabyteSeconds(init, 1_769);
  // 100 ms of the runtime and 150 ms of computing, on a whole core.
  expect(loaded).toBeCloseTo(0.25 * (1_769 / 1_024));
  const warm = priceOf(work, deployment);
  const cold = priceOf(work, { ...deployment, inits: new Map([['Stories', init]]) });
  expect(less(cold, warm).lambda).toBeCloseTo(0.01 * coldGigabyteSeconds(init, 1_024) * 0.000_013_333_4, 12);
});

test('a consequence costs the difference', () => {
  const whole = priceOf(work, deployment);
  const less9 = priceOf({ ...work, writeUnits: 0 }, deployment);
  expect(times(less(whole, less9), 1_000_000)).toMatchObject({ api: 0, lambda: 0 });
  expect(times(less(whole, less9), 1_000_000).total).toBeCloseTo(9 * 0.625);
});

test("Lambda's own lines, secrets of new sandboxes and what receivers are sent are paid for too", () => {
  const more = {
    ...deployment,
    platformLogged: new Set(['WebhookDelivery']),
    secretsOf: new Map([['Stories', 2]]),
    hasEdge: true,
  };
  const plain = priceOf(work, { ...deployment, hasEdge: true });
  const whole = times(less(priceOf({ ...work, webhookBytes: 2_000 }, more), plain), 1_000_000);
  // Two lines with 26 bytes of CloudWatch's own.
  expect(whole.logs).toBeCloseTo((140 + 280 + 2 * 26) * 0.0005);
  expect(whole.secrets).toBeCloseTo(0.01 * 2 * 5);
  // Functions send it themselves, past CloudFront.
  expect(whole.sent).toBeCloseTo(0.18);
  expect(whole.total).toBeCloseTo(whole.logs + whole.secrets + whole.sent);
});
