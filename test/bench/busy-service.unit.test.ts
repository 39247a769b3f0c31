import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Fixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { startPart } from './part.ts';
import { fetchPatiently } from './patient-fetch.ts';

/** Answers 503 to every second request, with a Retry-After that is already over. */
async function startBusyService(): Promise<{ baseUrl: string; received: string[] }> {
  const received: string[] = [];
  server = createServer((request, response) => {
    received.push(String(request.headers['idempotency-key']));
    const isBusy = received.length % 2 === 1;
    response.writeHead(isBusy ? 503 : 201, { 'retry-after': '0', 'content-length': 2 }).end('{}');
    request.resume();
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

test('a bench sends again what a busy service refuses', async () => {
  const { baseUrl, received } = await startBusyService();
  const answer = await fetchPatiently(baseUrl, { method: 'POST', headers: { 'idempotency-key': 'one' } });
  expect(answer.status).toBe(201);
  expect(received).toEqual(['one', 'one']);
});

test('the load generator sends it again with the same key, and counts one request', async () => {
  const { baseUrl, received } = await startBusyService();
  const load = startPart<LoadPart>('./load-part.ts');
  try {
    const fixture = { updatedByService: [], listed: [] } as Partial<Fixture> as Fixture;
    await load.call('aim', { baseUrl, fixture });
    const { requests } = await load.call('run', {
      operation: 'create',
      connections: 1,
      until: { requests: 3 },
    });
    expect(requests).toBe(3);
  } finally {
    await load.stop();
  }
  expect(received).toHaveLength(6);
  expect(new Set(received).size).toBe(3);
});
