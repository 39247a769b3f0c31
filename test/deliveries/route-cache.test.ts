import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { createRouteCache } from '../../shared/events/deliveries/route-cache.ts';
import { deleteWebhookItem } from '../../shared/events/webhooks/webhook-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { databaseThrough } from '../support/service.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

let path: TestPipeline;
let proxy: DynamoDbProxy;
let database: Database;

beforeAll(async () => {
  path = await newPipeline();
  proxy = await startProxy();
  database = databaseThrough(proxy, path.service);
  return () => proxy.stop();
});

test('a workspace with many endpoints costs one read unit while none of them changes, and misses no change', async () => {
  const find = createRouteCache();
  const found = async (kind: string) => {
    proxy.reset();
    const routes = (await find(createReader(database), path.workspace.id)).get(kind)?.endpoints ?? [];
    const units = proxy.calls.reduce((sum, { readUnits }) => sum + readUnits, 0);
    return { ids: routes.map(({ webhookId }) => webhookId).sort(), units };
  };
  const some = await Promise.all(
    Array.from({ length: 40 }, () => path.endpoint({ subscriptions: ['story.created'] })),
  );
  const ids = some.map(({ id }) => id).sort();
  const first = await found('story.created');
  expect(first.ids).toEqual(ids);
  expect(await found('story.created')).toEqual({ ids, units: 1 });
  expect(await found('story.deleted')).toEqual({ ids: [], units: 1 });

  const added = await path.endpoint({ subscriptions: ['story.created', 'story.deleted'] });
  expect((await found('story.created')).ids).toEqual([...ids, added.id].sort());
  expect(await found('story.deleted')).toEqual({ ids: [added.id], units: 1 });

  await commit(
    database,
    deleteWebhookItem(added, () => new Error()),
  );
  expect((await found('story.deleted')).ids).toEqual([]);
});
