import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disableEndpoint } from '../../shared/events/deliveries/disable-endpoint.ts';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { processLane } from '../../shared/events/deliveries/process-lane.ts';
import { READ_MAX_AGE_MS } from '../../shared/events/deliveries/read-ahead.ts';
import { FAILURES_BEFORE_COOLDOWN } from '../../shared/events/deliveries/retry-schedule.ts';
import { NAMED_DELIVERIES_MAX } from '../../shared/events/deliveries/wake-lanes.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import { newCountedPipeline } from './counted-pipeline.ts';

/** What a lane reads before it sends, and how long it counts. */
let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());
beforeEach(async () => void ({ path, counted } = await newCountedPipeline(proxy)));

const units = (kind: 'readUnits' | 'writeUnits') => proxy.calls.reduce((sum, call) => sum + call[kind], 0);

/** Changes of one story, which share a lane. */
async function queue(count: number): Promise<void> {
  const created = path.storyCreated();
  const changes = [created];
  for (let n = 1; n < count; n++) {
    path.clock.advance(1);
    const updatedAt = path.clock.now().toISOString();
    const doc = JSON.stringify({ ...JSON.parse(created.after!['doc'] as string), title: `${n}`, updatedAt });
    changes.push({
      ...created,
      before: changes.at(-1)!.after!,
      after: { ...created.after!, doc, updatedAt },
    });
  }
  await path.dispatch(changes);
}

test('an endpoint that is disabled gets nothing that was read more than a second before', async () => {
  const { id, ownerId } = await path.endpoint();
  await queue(8);
  path.answer(async (_, count) => {
    if (path.received.length === 2 && count === 1) {
      await disableEndpoint(path.pipeline, { id, ownerId }, 'owner_not_admin');
      path.clock.advance(READ_MAX_AGE_MS + 1);
    }
    return { status: 200 };
  });
  await path.drain();
  expect(path.received).toHaveLength(2);
  const states = (await path.deliveries(id)).map(({ status }) => status);
  expect(states.filter((status) => status === 'held')).toHaveLength(6);
});

test('failures of deliveries that were read together add up, so that the lane cools down in time', async () => {
  await path.endpoint();
  await queue(16);
  path.answer(() => ({ status: path.received.length <= 4 ? 200 : 500 }));
  await path.drain();
  expect(path.received).toHaveLength(4 + FAILURES_BEFORE_COOLDOWN);
});

test('a lane whose receiver is slow does not read what it cannot send within a second', async () => {
  await path.endpoint();
  await queue(20);
  path.answer(() => {
    path.clock.advance(READ_MAX_AGE_MS + 1);
    return { status: 200 };
  });
  await path.drain(counted);
  expect(path.received).toHaveLength(20);
  // Delivery, endpoint, its health, owner, event, and one delivery read in vain; the first four at once, the lane's own.
  expect(units('readUnits') / 20).toBeLessThanOrEqual(7.5);
});

test('a lane whose receiver is fast reads endpoint, owner and events once for up to twenty', async () => {
  await path.endpoint();
  await queue(20);
  await path.drain(counted);
  expect(path.received).toHaveLength(20);
  expect(units('readUnits') / 20).toBeLessThanOrEqual(2.7);
});

test('a message that waited while its deliveries were sent does not lease their lane', async () => {
  await path.endpoint();
  await path.happen();
  const { message } = path.queue[0]!;
  await path.drain();
  await processLane(counted, { ...message, deferred: 1 });
  expect(units('writeUnits')).toBe(0);
  expect(units('readUnits')).toBeLessThanOrEqual(0.5);
});

test('a message leases the lane while one of its deliveries waits, or where there may be more than it names', async () => {
  await path.endpoint();
  await path.happen();
  const { message } = path.queue.splice(0)[0]!;
  await processLane(path.pipeline, { ...message, deferred: 1 });
  expect(path.received).toHaveLength(1);

  await queue(NAMED_DELIVERIES_MAX + 1);
  const full = path.queue.splice(0)[0]!.message;
  const { deliveryIds = [] } = full;
  expect(deliveryIds).toHaveLength(NAMED_DELIVERIES_MAX);
  await path.drain();
  await processLane(path.pipeline, full);
  proxy.reset();
  await processLane(counted, { ...full, deferred: 1 });
  expect(units('writeUnits')).toBeGreaterThan(0);
});
