import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeliverWebhookEvents } from '../../shared/deliveries/redeliver-webhook-events.ts';
import { logDelivery } from '../deliveries/delivery-log.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline } from '../support/pipeline.ts';
import { databaseOf } from '../support/service.ts';
import { callOperation } from '../webhooks/call-operation.ts';
import { sampledCalls } from '../support/sampling.ts';

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
  proxy.target = path.service.dynamodbEndpoint;
  const database = databaseOf({ ...path.service, dynamodbEndpoint: proxy.endpoint });
  const ask = () =>
    callOperation(path, redeliverWebhookEvents, {
      params: { webhookId: endpoint.id },
      body: { since: at.toISOString() },
      database,
    });
  return { path, ask };
}

test.each(breakages)(
  'everything arrives that is asked for again when, at any call, %s',
  async (breakage, fault, dies) => {
    const { ask: askOnce } = await newHeld();
    await askOnce();
    expect(proxy.calls.length).toBeGreaterThan(5);
    const calls = countBreakable(proxy.calls, fault);
    for (const broken of sampledCalls(`redelivery, ${breakage}`, 2, calls)) {
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
