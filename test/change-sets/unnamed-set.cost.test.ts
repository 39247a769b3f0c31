import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusKind } from '../../shared/identity/status/status-store.ts';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { changeSetOf, changeSetText } from '../../shared/kernel/db/signature.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { newCountedPipeline } from '../deliveries/counted-pipeline.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { TestPipeline } from '../support/pipeline.ts';

let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => {
  proxy = await startProxy();
  ({ path, counted } = await newCountedPipeline(proxy));
});
afterAll(() => proxy.stop());

/** The write units of the stream for items that are created at once. */
async function unitsOf(items: readonly Item[]): Promise<number> {
  path.clock.advance(2_000);
  const at = path.clock.now();
  const version = at.toISOString();
  proxy.reset();
  await path.dispatch(
    items.map((item) => {
      const doc = (item['doc'] as string).replace(/"updatedAt":"[^"]+"/, `"updatedAt":"${version}"`);
      const after = { ...item, doc, updatedAt: version };
      return { sequenceNumber: '1', at, key: { pk: item.pk, sk: item.sk }, after };
    }),
    counted,
  );
  return proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
}

test('what a request without Change-Set creates together costs the stream no unit more than one by one', async () => {
  const { items } = await scanPage(path.pipeline.database, undefined);
  // The statuses of a team are created with it, by one request.
  const statuses = items.filter((item) => statusKind.includes(item) && item['doc'] !== undefined);
  const together = statuses.filter((item) => changeSetOf(item) !== undefined);
  expect(together.length).toBeGreaterThan(3);
  const alone = together.map((item) => ({ ...item, changeSet: undefined }));
  const named = together.map((item) => ({ ...item, changeSet: changeSetText(randomUUID()) }));
  // The first events of a log decide where it begins.
  await unitsOf(alone);
  const cost = await unitsOf(alone);
  expect(await unitsOf(together)).toBe(cost);
  expect(await unitsOf(named)).toBe(cost + together.length);
});
