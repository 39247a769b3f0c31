import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApiClient } from '../../../cli/import/api-client.ts';

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a service that asks to wait is asked again when that time is over, and the wait is shown', async () => {
  const times: number[] = [];
  const baseUrl = await startServer((_, response) => {
    times.push(performance.now());
    const [status, body] = times.length === 1 ? [503, {}] : [200, { data: 'An answer' }];
    response.writeHead(status, status === 503 ? { 'retry-after': '2' } : {}).end(JSON.stringify(body));
  });
  const waits: (string | undefined)[] = [];
  const client = createApiClient({
    baseUrl,
    token: 'a token',
    stopping: new AbortController().signal,
    onWait: (wait) => waits.push(wait),
  });
  expect(await client.send('GET', '/stories')).toMatchObject({ status: 200, data: 'An answer' });
  expect(times).toHaveLength(2);
  expect(times[1]! - times[0]!).toBeGreaterThan(1_900);
  expect(waits).toEqual([expect.stringMatching(/503.*; next try in 2 s$/), undefined]);
});

test('a service that asks to wait until the next day is not waited for, and its reason is shown', async () => {
  const error = { code: 'rate_limited', message: 'The workspace has used its writes of this day.' };
  const baseUrl = await startServer((_, response) => {
    response.writeHead(429, { 'retry-after': '36000' }).end(JSON.stringify({ data: null, error }));
  });
  const client = createApiClient({ baseUrl, token: 'a token', stopping: new AbortController().signal });
  await expect(client.send('POST', '/stories')).rejects.toThrow(
    /asks to wait for 10 hours: The workspace has used its writes of this day\. Run the same command/,
  );
});
