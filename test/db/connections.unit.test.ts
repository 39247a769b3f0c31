import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { CONNECTIONS_VARIABLE, openLambdaDatabase } from '../../shared/kernel/db/client.ts';

test('a function has as many connections to its database as its environment says', async () => {
  let underWay = 0;
  let most = 0;
  const server = createServer((_, outgoing) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      outgoing.end('{}');
    }, 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const variables = {
    TABLE_NAME: 'T',
    [CONNECTIONS_VARIABLE]: '3',
    AWS_LAMBDA_FUNCTION_NAME: 'f',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const database = openLambdaDatabase();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    database.client.destroy();
    server.close();
  });
  const partitions = Array.from({ length: 12 }, (_, number) => `S#${number}`);
  await Promise.all(partitions.map((pk) => createReader(database).get({ pk, sk: '-' })));
  expect(most).toBe(3);
});
