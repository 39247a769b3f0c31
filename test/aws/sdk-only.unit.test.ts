import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseRefusal } from '../../shared/kernel/aws/refusal.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { credentials, Item, REGION, scriptedDatabase } from './scripted-database.ts';

beforeEach(() => void vi.stubEnv('PLOTLINE_DIRECT_CALLS', 'off'));
afterEach(() => void vi.unstubAllEnvs());
const script = scriptedDatabase();

test('the SDK makes each call while the switch is off, and a failed condition is the same error', async () => {
  const body = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', message: 'No.' };
  script.answers = [[400, JSON.stringify(body)]];
  const put = script.ours.call('PutItem', { TableName: 'T', Item });
  await expect(put).rejects.toBeInstanceOf(DatabaseRefusal);
  expect(script.received.map(({ headers }) => 'amz-sdk-invocation-id' in headers)).toEqual([true]);
});

test('a call without an answer is repeated twice and then times out while the switch is off', async () => {
  let attempts = 0;
  const server = createServer(() => void attempts++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { client } = createDatabase('T', { endpoint, region: REGION, credentials, requestMs: 50 });
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const get = client.call('GetItem', { TableName: 'T', Key: { pk: 'a' } });
  await expect(get).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(attempts).toBe(3);
});
