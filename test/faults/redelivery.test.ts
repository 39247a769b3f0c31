import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeliverWebhookEvents } from '../../shared/events/deliveries/redeliver-webhook-events.ts';
import { logDelivery } from '../deliveries/delivery-log.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline } from '../support/pipeline.ts';
import { databaseThrough } from '../support/service.ts';
import { callOperation } from '../webhooks/call-operation.ts';
import { sampledCalls } from '../support/sampling.ts';
import { newKey } from '../support/workspace.ts';

let proxy: DynamoDbProxy;
beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());

/** An endpoint with deliveries that were held, and what asks for all of them through the proxy. */
async function newHeld() {
  const path = await newPipeline();
  const endpoint = await path.endpoint();
  const at = path.clock.now();
  const held = { at, status: 'held' } as const;
  for (let n = 0; n < 4; n++) await logDelivery(path.pipeline.database, endpoint, held);
  proxy.reset();
  const database = databaseThrough(proxy, path.service);
  const ask = (idempotencyKey?: string) =>
    callOperation(path, redeliverWebhookEvents, {
      params: { webhookId: endpoint.id },
      body: { since: at.toISOString() },
      database,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  return { path, ask };
}

test.each(breakages)(
  'all events of a redelivery arrive when, at any call, %s',
  async (breakage, fault, dies) => {
    const { ask: askOnce } = await newHeld();
    await askOnce();
    expect(proxy.calls.length).toBeGreaterThan(5);
    const calls = countBreakable(proxy.calls, fault);
    for (const broken of sampledCalls(`redelivery, ${breakage}`, 1, calls)) {
      const { path, ask } = await newHeld();
      breakAt(proxy, broken, fault, dies);
      const failed = await ask().then(
        () => false,
        () => true,
      );
      proxy.reset();
      if (failed) await ask();
      path.clock.advance(61_000);
      await path.sweep();
      await path.drain();
      expect(new Set(path.received.map(({ id }) => id)).size, `call ${broken}`).toBe(4);
    }
  },
);

test('the same key sends events once, also if the first call broke off and what it had queued was sent meanwhile', async () => {
  const { path, ask } = await newHeld();
  const key = newKey();
  // What it queues is written one by one, and then its end in one transaction.
  let hasQueued = false;
  proxy.fault = (operation) => {
    hasQueued ||= operation === 'PutItem';
    return hasQueued && operation === 'TransactWriteItems' ? 'refuse' : undefined;
  };
  await expect(ask(key)).rejects.toThrow();
  proxy.reset();
  const send = async () => {
    path.clock.advance(61_000);
    await path.sweep();
    await path.drain();
  };
  await send();
  expect(path.received).toHaveLength(4);
  const { data } = await ask(key);
  expect(data).toEqual({ queued: 4, hasMore: false, nextCursor: null });
  await send();
  expect(path.received).toHaveLength(4);
  expect(await ask(key)).toMatchObject({ replayed: true, data });
  expect(await ask(newKey())).toMatchObject({ replayed: false, data });
});
