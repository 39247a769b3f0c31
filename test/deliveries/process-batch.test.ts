import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { processBatch } from '../../shared/events/deliveries/process-batch.ts';
import { LANES } from '../../shared/events/webhooks/lane.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import { newCountedPipeline } from './counted-pipeline.ts';

/** What the messages of one batch share. */
let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());
beforeEach(async () => void ({ path, counted } = await newCountedPipeline(proxy)));

/** The messages that wait, taken from the queue. */
const takeMessages = () =>
  path.queue.splice(0).map(({ message }, position) => ({ id: String(position), wakeUp: message }));

const callsWith = (part: string) => proxy.calls.filter(({ body }) => JSON.stringify(body).includes(part));

/** The keys that have been read whose partition begins with `prefix`, each as often as it was. */
const keysWith = (prefix: string) =>
  proxy.calls.flatMap(({ body }) =>
    [...JSON.stringify(body).matchAll(/"pk":\{"S":"([^"]+)"\},"sk":\{"S":"([^"]+)"/g)]
      .map(([, pk, sk]) => `${pk} ${sk}`)
      .filter((key) => key.startsWith(prefix)),
  );

/** So many that one in 80,000 runs leaves a lane without any. */
const STORIES = 100;

test('lanes of one endpoint read it, its owner and their events together', async () => {
  const { id } = await path.endpoint();
  // The first success is noted, as one in ten seconds is, and makes its lane read anew.
  await path.happen();
  await path.drain();
  await path.dispatch(Array.from({ length: STORIES }, () => path.storyCreated()));
  const messages = takeMessages();
  expect(messages).toHaveLength(LANES);
  expect(await processBatch(counted, messages)).toEqual([]);
  expect(path.received).toHaveLength(STORIES + 1);
  expect(callsWith(`{"pk":{"S":"E#${id}"},"sk":{"S":"-"}}`)).toHaveLength(1);
  expect(callsWith(`#${path.owner.id}"`)).toHaveLength(1);
  expect(callsWith('"#VERSION"')).toHaveLength(1);
  // Each entry of the log is read once, by the lane that first needs it; in how many calls depends on who comes when.
  const entries = keysWith('LOG#');
  expect(entries.length).toBeGreaterThan(1);
  expect(entries).toEqual([...new Set(entries)]);
});

test('lanes read again what an attempt of another one has changed', async () => {
  await path.endpoint();
  await path.dispatch(Array.from({ length: STORIES }, () => path.storyCreated()));
  path.answer(() => ({ status: 410 }));
  await processBatch(counted, takeMessages());
  // Each lane had one under way when the first answer disabled the endpoint.
  expect(path.received.length).toBeLessThanOrEqual(LANES);
});

test('messages of one lane are one: it is leased once, and nothing waits', async () => {
  const { id } = await path.endpoint();
  const created = path.storyCreated();
  for (let n = 0; n < 3; n++) {
    path.clock.advance(1);
    const updatedAt = path.clock.now().toISOString();
    const doc = JSON.stringify({ ...JSON.parse(created.after!['doc'] as string), updatedAt });
    await path.dispatch([{ ...created, after: { ...created.after!, doc, updatedAt } }]);
  }
  const messages = takeMessages();
  expect(messages).toHaveLength(3);
  expect(await processBatch(counted, messages.reverse())).toEqual([]);
  expect(path.received).toHaveLength(3);
  expect(path.received.map(({ id: sent }) => sent)).toEqual(path.received.map((one) => one.id).toSorted());
  expect(path.queue).toEqual([]);
  expect(
    callsWith(`E#${id}`).filter(({ body }) => JSON.stringify(body).includes('leasedUntil')),
  ).toHaveLength(2);
});

test('a message of the sweeper next to another one takes a slot of the workspace', async () => {
  await path.endpoint();
  await path.happen();
  const { wakeUp } = takeMessages()[0]!;
  const { webhookId, number } = wakeUp;
  const messages = [
    { id: 'swept', wakeUp: { webhookId, number } },
    { id: 'sent', wakeUp },
  ];
  expect(await processBatch({ ...counted, slots: 1 }, messages)).toEqual([]);
  expect(path.received).toHaveLength(1);
  expect(callsWith('"DS#').length).toBeGreaterThan(0);
});

test('all messages of a lane that fails are returned as failed, and no others', async () => {
  await path.endpoint();
  await path.dispatch(Array.from({ length: 40 }, () => path.storyCreated()));
  const messages = takeMessages();
  const failing = messages[0]!.wakeUp.number;
  const again = { id: 'again', wakeUp: messages[0]!.wakeUp };
  proxy.fault = (operation, _, body) =>
    operation === 'UpdateItem' && JSON.stringify(body).includes(`#LANE#${failing}"`) ? 'reject' : undefined;
  expect(await processBatch(counted, [...messages, again])).toEqual(['0', 'again']);
  proxy.fault = undefined;
  expect(path.received.length).toBeGreaterThan(0);
  expect(await processBatch(counted, [messages[0]!, again])).toEqual([]);
  expect(path.received).toHaveLength(40);
});
