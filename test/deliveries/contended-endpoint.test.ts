import { beforeAll, expect, test } from 'vitest';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { databaseThrough } from '../support/service.ts';

/** What one workspace whose endpoints others keep writing costs the events of the others in its shard. */
let path: TestPipeline;
let proxy: DynamoDbProxy;

beforeAll(async () => {
  path = await newPipeline();
  proxy = await startProxy();
  return () => proxy.stop();
});

test('an endpoint that cannot be disabled for the writes of others fails no record, and is disabled with the next event', async () => {
  const database = databaseThrough(proxy, path.service);
  const member = await path.workspace.person('member', [path.team]);
  const unowned = await path.endpoint({ ownerId: member.id });
  const owned = await path.endpoint();
  let conflicts = 0;
  proxy.fault = (operation, _number, body) => {
    if (operation !== 'TransactWriteItems' || !JSON.stringify(body).includes(unowned.id)) return undefined;
    conflicts++;
    return 'conflict';
  };
  expect(await path.dispatch([path.storyCreated()], { ...path.pipeline, database })).toBeUndefined();
  expect(conflicts).toBeGreaterThan(1);
  expect((await path.webhook(unowned.id)).webhook.status).toBe('active');
  await path.drain();
  expect(path.received.map(({ url }) => url)).toEqual([owned.url]);

  proxy.fault = undefined;
  expect(await path.dispatch([path.storyCreated()], { ...path.pipeline, database })).toBeUndefined();
  expect((await path.webhook(unowned.id)).webhook.disabledReason).toBe('owner_not_admin');
  const statuses = (await path.deliveries(unowned.id)).map(({ status }) => status);
  expect(statuses).toEqual(['held', 'held']);
});
