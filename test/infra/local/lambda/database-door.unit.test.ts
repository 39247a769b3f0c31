import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from '../../../../infra/local/lambda/database-door.ts';
import { createDatabase } from '../../../../shared/kernel/db/client.ts';
import { isUnavailable } from '../../../../shared/kernel/db/unavailable.ts';
import { temporaryFolder } from '../support.ts';

test('an engine that is away is a database that is unavailable for now', async () => {
  const { request } = http;
  onTestFinished(() => {
    http.request = request;
    syncBuiltinESMExports();
  });
  const socket = join(temporaryFolder(), 'socket');
  openDoor('http://127.0.0.1:9', `unix:${socket}`);
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const { client } = createDatabase('any', { endpoint: 'http://127.0.0.1:9', region: 'local', credentials });
  onTestFinished(() => client.destroy());
  const call = client.call('GetItem', { TableName: 'any', Key: { pk: 'a', sk: 'b' } });
  const error: unknown = await call.catch((reason: unknown) => reason);
  expect((error as Error).message).toContain(socket);
  expect(isUnavailable(error), String(error)).toBe(true);
});
