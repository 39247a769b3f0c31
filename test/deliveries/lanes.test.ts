import pLimit from 'p-limit';
import { beforeEach, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { LANES } from '../../shared/events/webhooks/lane.ts';
import { leaseLane, scheduleLane } from '../../shared/events/webhooks/lane-store.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let path: TestPipeline;
beforeEach(async () => void (path = await newPipeline()));

const happen = () => path.happen();
const pass = (ms: number) => path.pass(ms);

test('changes of one thing arrive in order, also from one batch', async () => {
  await path.endpoint();
  const created = path.storyCreated();
  const changes = [created];
  for (let n = 1; n <= 6; n++) {
    path.clock.advance(10);
    const before = changes.at(-1)!.after!;
    const updatedAt = path.clock.now().toISOString();
    const doc = JSON.stringify({ ...JSON.parse(before['doc'] as string), title: `Change ${n}`, updatedAt });
    changes.push({ ...created, before, after: { ...before, doc, updatedAt } });
  }
  await path.dispatch(changes);
  await path.drain();
  const titles = path.received.map(
    ({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title,
  );
  expect(titles).toEqual(['A story', ...[1, 2, 3, 4, 5, 6].map((n) => `Change ${n}`)]);
});

test('lanes in cooldown do not delay others', async () => {
  const dead = await path.endpoint();
  const shard = dead.id.at(-1)!;
  const now = path.clock.now();
  const resting = Array.from({ length: 700 }, (_, n) => ({
    webhookId: `${String(n).padStart(8, '0')}-0000-7000-8000-00000000000${shard}`,
    number: 0,
  }));
  const { database } = path.pipeline;
  const limit = pLimit(25);
  await Promise.all(
    resting.map((lane) =>
      limit(async () => {
        await commit(database, [scheduleLane(lane, now)]);
        const until = new Date(now.getTime() + 10 * MINUTE);
        await commit(database, [leaseLane(lane, { holder: 'dead', until, now }, () => new Error())]);
      }),
    ),
  );
  await happen();
  path.queue.length = 0;
  path.clock.advance(MINUTE + SECOND);
  expect(await path.sweep()).toBe(1);
  await path.drain();
  expect(path.received).toHaveLength(1);
});

test('a burst reaches a receiver with no more than its lanes at once', async () => {
  await path.endpoint();
  path.answer(() => new Promise<never>((resolve) => setImmediate(resolve as () => void)));
  const changes = Array.from({ length: 200 }, () => path.storyCreated());
  await path.dispatch(changes);
  await path.drain();
  await pass(2 * MINUTE);
  expect(new Set(path.received.map(({ id }) => id)).size).toBe(200);
  expect(path.received).toHaveLength(200);
  expect(path.mostUnderWay).toBeGreaterThan(1);
  expect(path.mostUnderWay).toBeLessThanOrEqual(LANES);
});

test('the same message many times at once sends once', async () => {
  await path.endpoint();
  await happen();
  path.queue.push(...path.queue.flatMap((one) => Array<typeof one>(8).fill(one)));
  await path.drain();
  await pass(MINUTE);
  expect(path.received).toHaveLength(1);
});

test('a receiver that never answers holds up no other, and of its own only the lanes that it holds', async () => {
  const silent = await path.endpoint();
  const other = await path.endpoint();
  path.answer(({ url }) => (url === silent.url ? new Promise<never>(() => {}) : { status: 200 }));
  const changes = Array.from({ length: 40 }, () => path.storyCreated());
  await path.dispatch(changes);
  void path.drain();
  await expect
    .poll(async () => (await path.deliveries(other.id)).filter(({ status }) => status === 'delivered').length)
    .toBe(40);
  expect(path.received.filter(({ url }) => url === silent.url).length).toBeLessThanOrEqual(LANES);
});
