import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { DUE_SHARDS } from '../../shared/events/webhooks/lane-store.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import { newCountedPipeline } from './counted-pipeline.ts';

/** What a delivery costs in the table, all that follows from it included, as the engine counts it. */
let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());
beforeEach(async () => {
  ({ path, counted } = await newCountedPipeline(proxy));
  await path.endpoint();
  // The first success is noted, as one in ten seconds is.
  await path.dispatch([path.storyCreated()]);
  await path.drain();
  proxy.reset();
});

const SWEEPS = 2;
/** What sweeps read with nothing to do: half a unit for each partition, however many events there are. */
const IDLE_READ_UNITS = (SWEEPS * DUE_SHARDS) / 2;

const units = (kind: 'readUnits' | 'writeUnits') => proxy.calls.reduce((sum, call) => sum + call[kind], 0);

async function run(events: number, batches = 1) {
  for (let batch = 0; batch < batches; batch++) {
    await path.dispatch(
      Array.from({ length: events / batches }, () => path.storyCreated()),
      counted,
    );
    await path.drainInBatches(counted);
    path.clock.advance(50);
  }
  for (let look = 0; look < SWEEPS; look++) {
    path.clock.advance(61_000);
    await path.sweep(counted);
  }
  return { read: units('readUnits') / events, write: units('writeUnits') / events };
}

test('one event to one endpoint stays within its budget', async () => {
  const { read, write } = await run(1);
  expect(write).toBeLessThanOrEqual(20);
  expect(read).toBeLessThanOrEqual(15 + IDLE_READ_UNITS);
});

test('each of a hundred events at once stays within the budget', async () => {
  const { read, write } = await run(100);
  expect(write).toBeLessThanOrEqual(6);
  expect(read).toBeLessThanOrEqual(1.7 + IDLE_READ_UNITS / 100);
});

test('the dispatcher makes a hundred deliveries within a few round trips', async () => {
  proxy.quietMs = 100;
  await path.dispatch(
    Array.from({ length: 100 }, () => path.storyCreated()),
    counted,
  );
  proxy.quietMs = 0;
  // A look at the log and its four entries, one after another, then fifty deliveries at a time, and the lanes.
  expect(proxy.roundTrips()).toBeLessThanOrEqual(12);
});

test('one event is on its way before the burst of the same batch has been dispatched', async () => {
  const { operator, id: workspaceId } = path.workspace;
  const { id: teamId } = await path.workspace.team();
  await operator.joinTeam({ workspaceId, teamId, principalId: path.owner.id });
  const beside = await path.endpoint({ teamIds: [teamId] });
  const sent: { receivers: string[]; trips: number }[] = [];
  const send: WebhookServices['send'] = (lanes) => {
    sent.push({ receivers: lanes.map(({ webhookId }) => webhookId), trips: proxy.roundTrips() });
    return Promise.resolve();
  };
  proxy.quietMs = 100;
  const burst = Array.from({ length: 99 }, () => path.storyCreated());
  await path.dispatch([...burst, path.storyCreated({ teamId })], { ...counted, send });
  proxy.quietMs = 0;
  const [first, last] = sent;
  expect(sent).toHaveLength(2);
  expect(first!.receivers).toContain(beside.id);
  expect(last!.receivers).not.toContain(beside.id);
  expect(last!.trips).toBeGreaterThan(first!.trips);
});

test('each event of a burst that arrives one by one stays within the budget: a lane that is woken again keeps its place in the index', async () => {
  const { read, write } = await run(30, 30);
  expect(write).toBeLessThanOrEqual(10.1);
  expect(read).toBeLessThanOrEqual(10 + IDLE_READ_UNITS / 30);
});
