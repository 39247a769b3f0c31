import { randomUUID } from 'node:crypto';
import type { Context, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sharedService } from '../support/service.ts';

let proxy: DynamoDbProxy;
let handler: typeof import('../../functions/webhook-delivery.ts').handler;

beforeAll(async () => {
  const { dynamodbEndpoint, credentials, tableName } = sharedService();
  proxy = await startProxy();
  Object.assign(proxy, { target: dynamodbEndpoint, credentials });
  const environment = {
    TABLE_NAME: tableName,
    QUEUE_URL: 'http://127.0.0.1:1/queue',
    DELIVERY_SLOTS: '10',
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  ({ handler } = await import('../../functions/webhook-delivery.ts'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await proxy.stop();
});
beforeEach(() => proxy.reset());

const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
const message = (messageId: string, body: string) => ({ messageId, body }) as SQSRecord;
const wakeUp = (webhookId: string) => JSON.stringify({ webhookId, number: 0 });
const work = (...Records: SQSRecord[]) => handler({ Records }, context);

test('a message that failed comes again, and no other does', async () => {
  const [fine, broken] = [randomUUID(), randomUUID()];
  proxy.fault = (_, __, body) => (JSON.stringify(body).includes(broken) ? 'reject' : undefined);
  expect(
    await work(
      message('1', wakeUp(fine)),
      message('2', wakeUp(broken)),
      message('3', '{'),
      message('4', wakeUp(fine)),
    ),
  ).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '3' }] });
});

test('messages that were worked on do not come again', async () => {
  expect(await work(message('1', wakeUp(randomUUID())))).toEqual({ batchItemFailures: [] });
});
