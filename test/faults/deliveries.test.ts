import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { processLane } from '../../shared/events/deliveries/process-lane.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';
import { databaseThrough } from '../support/service.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/**
 * The webhook path under everything that streams, queues and functions do. Whatever happens, every event
 * reaches every endpoint at least once or is visibly failed, under one id, and no event is invented.
 */
let proxy: DynamoDbProxy;
let broken: Database;
let path: TestPipeline;

const MINUTE = 60_000;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());

beforeEach(async () => {
  path = await newPipeline();
  proxy.reset();
  broken = databaseThrough(proxy, path.service);
});

/** Lets the time pass that repairs anything: leases and schedules run out, the sweeper runs, its messages are worked on. */
async function recover() {
  for (let n = 0; n < 3; n++) {
    path.clock.advance(MINUTE + 1_000);
    await path.sweep();
    await path.drain();
  }
}

/** Leaves nothing behind that another pipeline over the same table would find. */
async function settle() {
  await path.drain();
  await recover();
}

/** Each of the events once or more at each of the endpoints, and nothing else. */
async function expectAllArrived(endpoints: readonly { id: string; url: string }[], events: number) {
  const ids = new Set(path.received.map(({ id }) => id));
  expect(ids.size).toBe(events);
  for (const { id, url } of endpoints) {
    const arrived = path.received.filter((one) => one.url === url);
    expect(new Set(arrived.map((one) => one.id)).size).toBe(events);
    const deliveries = await path.deliveries(id);
    expect(deliveries.map(({ status }) => status)).toEqual(Array(events).fill('delivered'));
    expect(new Set(deliveries.map(({ eventId }) => eventId))).toEqual(ids);
  }
  for (const { body, id } of path.received) expect(JSON.parse(body)).toMatchObject({ id });
  const bodies = new Set(path.received.map(({ id, body }) => `${id} ${body}`));
  expect(bodies.size).toBe(events);
}

const endpoints = async () => [await path.endpoint(), await path.endpoint()];
const changes = (number: number) => Array.from({ length: number }, () => path.storyCreated());
const shuffled = (list: readonly ItemChange[]) =>
  list.toSorted((a, b) => (a.key.pk.slice(-4) < b.key.pk.slice(-4) ? -1 : 1));

describe('records that come', () => {
  test.each<[string, (all: ItemChange[]) => ItemChange[][]]>([
    ['twice', (all) => [[...all, ...all]]],
    ['again from the middle', (all) => [all, all.slice(2)]],
    ['in another order', (all) => [shuffled(all)]],
    ['again when everything was delivered', (all) => [all, [], all]],
  ])('%s make each event once', async (_, batches) => {
    const to = await endpoints();
    const all = changes(4);
    for (const batch of batches(all)) {
      expect(await path.dispatch(batch)).toBeUndefined();
      await path.drain();
    }
    await recover();
    await expectAllArrived(to, 4);
    expect(path.received).toHaveLength(8);
  });

  test('to four dispatchers at once make each event once', async () => {
    const to = await endpoints();
    const all = changes(4);
    await Promise.all([all, shuffled(all), all, shuffled(all)].map((batch) => path.dispatch(batch)));
    await path.drain();
    await recover();
    await expectAllArrived(to, 4);
  });
});

test('a queue that is lost entirely loses nothing', async () => {
  const to = await endpoints();
  await path.dispatch(changes(3));
  path.queue.length = 0;
  expect(await path.drain()).toBe(0);
  await recover();
  await expectAllArrived(to, 3);
});

test('a queue that loses every retry loses nothing', async () => {
  const to = await endpoints();
  path.answer((_, count) => ({ status: count <= 2 ? 500 : 200 }));
  await path.dispatch(changes(2));
  for (let n = 0; n < 20; n++) {
    await path.drain();
    path.queue.length = 0;
    path.clock.advance(MINUTE + 1_000);
    await path.sweep();
  }
  await path.drain();
  await recover();
  await expectAllArrived(to, 2);
});

test('a sweeper that cannot queue logs the lane, and fails', async () => {
  const { id: webhookId } = await path.endpoint();
  await path.dispatch(changes(1));
  path.clock.advance(10 * MINUTE);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const down: WebhookServices = {
    ...path.pipeline,
    send: () => Promise.reject(new Error('The queue is down.')),
  };
  await expect(path.sweep(down)).rejects.toThrow(/^1 lanes could not be swept/);
  const line = { message: 'webhook lane sweep failed', webhookId };
  expect(logged).toHaveBeenCalledWith(expect.objectContaining(line));
});

test('a dispatcher that cannot queue leaves events to the sweeper, and nothing is lost', async () => {
  const to = await endpoints();
  const all = changes(2);
  const down: WebhookServices = {
    ...path.pipeline,
    send: () => Promise.reject(new Error('The queue is down.')),
  };
  expect(await path.dispatch(all, down)).toBeUndefined();
  await recover();
  await expectAllArrived(to, 2);
});

test('a worker that dies in an attempt is followed by another', async () => {
  const to = [await path.endpoint()];
  await path.dispatch(changes(1));
  let dead = false;
  // Killed: what it began never goes on.
  path.answer(() => (dead ? { status: 200 } : new Promise<never>(() => (dead = true))));
  const [first] = path.queue.splice(0);
  void processLane(path.pipeline, first!.message);
  await expect.poll(() => path.received.length).toBe(1);
  await recover();
  expect(path.received).toHaveLength(2);
  await expectAllArrived(to, 1);
});

const overBroken = (): WebhookServices => ({ ...path.pipeline, database: broken });

/** Everything a Lambda does with what it catches: nothing; its source hands the same over again. */
const die = () => undefined;

describe.each(sampled('deliveries', 3, breakages))('when, at any call, %s,', (breakage, fault, dies) => {
  /** How many calls that can break so a step makes when all is well. */
  async function callsOf(step: () => Promise<unknown>): Promise<number> {
    proxy.reset();
    await step();
    expect(proxy.calls.length).toBeGreaterThan(5);
    return countBreakable(proxy.calls, fault);
  }

  test('a dispatcher leaves nothing out and makes nothing up', async () => {
    await endpoints();
    const calls = await callsOf(() => path.dispatch(changes(2), overBroken()));
    await settle();
    for (const number of sampledCalls(`dispatcher, ${breakage}`, 1, calls)) {
      path = await newPipeline(path.service);
      const to = await endpoints();
      const all = changes(2);
      breakAt(proxy, number, fault, dies);
      const failed = await path.dispatch(all, overBroken()).catch(() => all[0]);
      proxy.reset();
      if (failed) expect(await path.dispatch(all.slice(all.indexOf(failed)))).toBeUndefined();
      await settle();
      await expectAllArrived(to, 2);
    }
  });

  test('a worker leaves nothing out', async () => {
    await path.endpoint();
    await path.dispatch(changes(2));
    const calls = await callsOf(() => path.drain(overBroken()));
    await settle();
    for (const number of sampledCalls(`worker, ${breakage}`, 1, calls)) {
      path = await newPipeline(path.service);
      const to = [await path.endpoint()];
      await path.dispatch(changes(2));
      const messages = [...path.queue];
      breakAt(proxy, number, fault, dies);
      await path.drain(overBroken()).catch(die);
      proxy.reset();
      path.queue.push(...messages);
      await recover();
      await expectAllArrived(to, 2);
    }
  });

  test('a sweeper leaves nothing out', async () => {
    await path.endpoint();
    await path.dispatch(changes(2));
    path.queue.length = 0;
    path.clock.advance(MINUTE + 1_000);
    const calls = await callsOf(() => path.sweep(overBroken()));
    await settle();
    for (const number of sampledCalls(`sweeper, ${breakage}`, 1, calls)) {
      path = await newPipeline(path.service);
      const to = [await path.endpoint()];
      await path.dispatch(changes(2));
      path.queue.length = 0;
      path.clock.advance(MINUTE + 1_000);
      breakAt(proxy, number, fault, dies);
      await path.sweep(overBroken()).catch(die);
      proxy.reset();
      await settle();
      await expectAllArrived(to, 2);
    }
  });
});
