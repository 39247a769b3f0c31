import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createSlotPool } from '../../shared/kernel/slots/slot-pool.ts';
import { leaseSlot } from '../../shared/kernel/slots/slot-store.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import { newCountedPipeline } from './counted-pipeline.ts';

const MINUTE = 60_000;
const RECIPIENTS = 30;

let path: TestPipeline;
let proxy: DynamoDbProxy;
let counted: WebhookServices;

beforeAll(async () => {
  proxy = await startProxy();
  return () => proxy.stop();
});
beforeEach(async () => void ({ path, counted } = await newCountedPipeline(proxy)));

const endpoints = (count: number) => Promise.all(Array.from({ length: count }, () => path.endpoint()));
const stories = (count: number) => Array.from({ length: count }, () => path.storyCreated());
const writes = () => proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
const receivedIds = () => path.received.map(({ url, id }) => `${url} ${id}`);

test('a workspace has no more lanes at work than slots, and every event arrives', async () => {
  path.pipeline.slots = 4;
  await endpoints(3);
  path.answer(() => new Promise<never>((resolve) => setImmediate(resolve as () => void)));
  await path.dispatch(stories(40));
  await path.drain();
  await path.pass(15 * MINUTE);
  expect(new Set(receivedIds()).size).toBe(120);
  expect(path.received).toHaveLength(120);
  expect(path.mostUnderWay).toBeGreaterThan(1);
  expect(path.mostUnderWay).toBeLessThanOrEqual(4);
});

test('a lane finds the last free slot, with one failed write and one read of the others', async () => {
  const slots = 12;
  for (let round = 0; round < 12; round++) {
    const held = [];
    for (let lane = 0; lane < slots; lane++) {
      proxy.reset();
      held.push(await createSlotPool('lanes', { ...counted, slots }).acquire(path.workspace.id));
      expect(proxy.calls.length).toBeLessThanOrEqual(3);
    }
    expect(held).not.toContain(undefined);
    expect(await createSlotPool('lanes', { ...counted, slots }).acquire(path.workspace.id)).toBeUndefined();
    await Promise.all(held.map((release) => release!()));
  }
});

test('the lanes of one invocation find that no slot is free with one write and one read', async () => {
  const others = createSlotPool('lanes', { ...path.pipeline, slots: 3 });
  const held = [1, 2, 3].map(() => others.acquire(path.workspace.id));
  expect(await Promise.all(held)).not.toContain(undefined);
  const { acquire } = createSlotPool('lanes', { ...counted, slots: 3 });
  const lanes = Array.from({ length: 10 }, () => acquire(path.workspace.id));
  expect(await Promise.all(lanes)).toEqual(Array(10).fill(undefined));
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'BatchGetItem']);
});

test('lanes of one invocation hand a slot on, first come first served, and the last one releases it', async () => {
  const { acquire } = createSlotPool('lanes', { ...counted, slots: 1 });
  const order: number[] = [];
  const work = async (lane: number) => {
    const release = await acquire(path.workspace.id);
    order.push(lane);
    await nextTurn();
    await release!();
  };
  await Promise.all([1, 2, 3, 4].map(work));
  expect(order).toEqual([1, 2, 3, 4]);
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'DeleteItem']);
});

test('a lane waits a second for a slot of its own invocation, then another invocation may have it', async () => {
  const { acquire } = createSlotPool('lanes', { ...path.pipeline, slots: 1 });
  const release = await acquire(path.workspace.id);
  const begun = performance.now();
  expect(await acquire(path.workspace.id)).toBeUndefined();
  expect(performance.now() - begun).toBeGreaterThan(900);
  await release!();
  expect(
    await createSlotPool('lanes', { ...path.pipeline, slots: 1 }).acquire(path.workspace.id),
  ).toBeDefined();
});

test('the lanes of one invocation share what slots there are, and none waits for another message', async () => {
  await endpoints(4);
  await path.dispatch(stories(1));
  expect(path.queue).toHaveLength(4);
  path.answer(async () => {
    await nextTurn();
    return { status: 200 };
  });
  await path.drainInBatches({ ...counted, slots: 2 });
  expect(path.received).toHaveLength(4);
  expect(path.mostUnderWay).toBeLessThanOrEqual(2);
  expect(proxy.calls.filter(({ body }) => JSON.stringify(body).includes('"DS#'))).toHaveLength(4);
});

test('the slots of a worker that crashed become free again', async () => {
  path.pipeline.slots = 2;
  await endpoints(1);
  await path.dispatch(stories(4));
  const { database } = path.pipeline;
  const until = new Date(path.clock.now().getTime() + MINUTE);
  for (const number of [0, 1]) {
    const slot = { use: 'lanes' as const, workspaceId: path.workspace.id, number };
    await commit(database, [
      leaseSlot(slot, { holder: 'gone', until, now: path.clock.now() }, writeConflict),
    ]);
  }
  await path.drain();
  expect(path.received).toEqual([]);
  await path.pass(10 * MINUTE);
  expect(new Set(receivedIds()).size).toBe(4);
});

test('a workspace whose lanes all fit pays for no slots', async () => {
  await endpoints(1);
  // The first success is noted, as one in ten seconds is.
  await path.dispatch(stories(1));
  await path.drain();
  await path.dispatch(stories(1));
  await path.drain({ ...counted, slots: 8 });
  const free = writes();
  path.queue.length = 0;
  proxy.reset();
  await path.dispatch(stories(1));
  await path.drain({ ...counted, slots: 4 });
  expect(writes()).toBe(free + 2);
});

test('an event of many recipients costs the dispatcher a fixed number of writes', async () => {
  await endpoints(RECIPIENTS);
  await path.dispatch(stories(1), counted);
  expect(writes()).toBeLessThanOrEqual(8);
  await path.drain();
  await path.pass(2 * MINUTE);
  expect(new Set(receivedIds()).size).toBe(RECIPIENTS);
  expect(path.received).toHaveLength(RECIPIENTS);
});

test('an event that was expanded is expanded again without being sent twice', async () => {
  await endpoints(RECIPIENTS);
  const changes = stories(1);
  await path.dispatch(changes);
  await path.drain();
  await path.dispatch(changes);
  await path.pass(2 * MINUTE);
  expect(path.received).toHaveLength(RECIPIENTS);
});

test('an event of many recipients whose messages are lost is expanded by the sweeper', async () => {
  await endpoints(RECIPIENTS);
  await path.dispatch(stories(1));
  path.queue.length = 0;
  await path.pass(5 * MINUTE);
  expect(new Set(receivedIds()).size).toBe(RECIPIENTS);
});

test('each of many receivers is sent the changes of one thing in order', async () => {
  const receivers = await endpoints(RECIPIENTS);
  const changes = [path.storyCreated()];
  for (let n = 1; n <= 3; n++) {
    path.clock.advance(10);
    const before = changes.at(-1)!.after!;
    const updatedAt = path.clock.now().toISOString();
    const doc = JSON.stringify({ ...JSON.parse(before['doc'] as string), title: `Change ${n}`, updatedAt });
    changes.push({ ...changes[0]!, before, after: { ...before, doc, updatedAt } });
  }
  await path.dispatch(changes);
  await path.drain();
  await path.pass(10 * MINUTE);
  for (const { url } of receivers) {
    const titles = path.received
      .filter((one) => one.url === url)
      .map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
    expect(titles).toEqual(['A story', 'Change 1', 'Change 2', 'Change 3']);
  }
});
