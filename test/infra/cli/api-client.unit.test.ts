import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApiClient } from '../../../cli/import/api-client.ts';

test('a service that asks to wait is asked again when that time is over, and the wait is shown', async () => {
  const times: number[] = [];
  const server = createServer((_, response) => {
    times.push(performance.now());
    const [status, body] = times.length === 1 ? [503, {}] : [200, { data: 'An answer' }];
    response.writeHead(status, status === 503 ? { 'retry-after': '2' } : {}).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const waits: (string | undefined)[] = [];
  const client = createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'a token',
    stopping: new AbortController().signal,
    onWait: (wait) => waits.push(wait),
  });
  expect(await client.send('GET', '/stories')).toMatchObject({ status: 200, data: 'An answer' });
  expect(times).toHaveLength(2);
  expect(times[1]! - times[0]!).toBeGreaterThan(1_900);
  expect(waits).toEqual([expect.stringMatching(/503.*; next try in 2 s$/), undefined]);
});
