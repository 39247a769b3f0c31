import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CachePolicy, EdgeDefinition } from '../../../../infra/local/edge/definition.ts';
import { startEdge } from '../../../../infra/local/edge/edge.ts';

const disabled: CachePolicy = {
  headers: [],
  cookies: [],
  query: [],
  encodings: [],
  minSeconds: 0,
  defaultSeconds: 0,
  maxSeconds: 0,
};

/** An edge before a server that counts what reaches it; `clock` is in milliseconds. */
async function startBefore(answer: RequestListener, changes: Partial<EdgeDefinition> = {}) {
  const counter = { reached: 0, clock: 0 };
  const server = createServer((request, response) => {
    counter.reached++;
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const definition: EdgeDefinition = {
    origin: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    originHeaders: { 'x-origin-key': 'the key' },
    behaviors: [{ pattern: undefined, policy: disabled, viewerRequest: undefined }],
    errorSeconds: new Map(),
    ...changes,
  };
  const edge = await startEdge(definition, [], () => counter.clock);
  onTestFinished(async () => {
    await edge.stop();
    server.closeAllConnections();
    server.close();
  });
  return { ...edge, counter, definition };
}

test('an address of more than 8,192 bytes is refused and does not reach the origin', async () => {
  const { baseUrl, counter } = await startBefore((_, response) => void response.end());
  const ask = async (length: number) => (await fetch(`${baseUrl}/?${'x'.repeat(length - 2)}`)).status;
  expect([await ask(8_192), await ask(8_193)]).toEqual([200, 414]);
  expect(counter.reached).toBe(1);
});

test('an error of a GET is cached for 10 seconds by its path, for every caller', async () => {
  const { baseUrl, counter } = await startBefore(({ headers }, response) => {
    response.writeHead(headers.authorization === 'alice' ? 200 : 503, { 'cache-control': 'no-store' }).end();
  });
  const ask = async (authorization: string, query = '') =>
    (await fetch(`${baseUrl}/stories${query}`, { headers: { authorization } })).status;
  expect(await ask('bob')).toBe(503);
  expect(await ask('alice')).toBe(503);
  expect(await ask('alice', '?limit=3')).toBe(503);
  expect(counter.reached).toBe(1);
  counter.clock = 10_000;
  expect(await ask('alice')).toBe(200);
});

test.each([
  [404, 'no-store', false],
  [404, '', true],
  [500, 'no-store', true],
  [400, '', false],
  [400, 'max-age=5', true],
  [401, 'max-age=5', false],
  [429, '', false],
])('an error %i with Cache-Control "%s" is cached: %s', async (status, control, isCached) => {
  const { baseUrl, counter } = await startBefore((_, response) => {
    response.writeHead(status, { 'cache-control': control }).end();
  });
  for (let time = 0; time < 2; time++) await fetch(baseUrl);
  expect(counter.reached).toBe(isCached ? 1 : 2);
});

test('an error is not cached where the distribution says 0 for its status, nor that of a POST', async () => {
  const fail: RequestListener = (_, response) => void response.writeHead(503).end();
  const { baseUrl, counter } = await startBefore(fail, { errorSeconds: new Map([[503, 0]]) });
  for (let time = 0; time < 2; time++) await fetch(baseUrl);
  expect(counter.reached).toBe(2);
  const posting = await startBefore(fail);
  for (let time = 0; time < 2; time++) await fetch(posting.baseUrl, { method: 'POST', body: '{}' });
  expect(posting.counter.reached).toBe(2);
});

test('a page is cached by what its policy names, and each request gets the headers of the origin', async () => {
  const policy: CachePolicy = {
    ...disabled,
    headers: ['accept'],
    cookies: ['session'],
    query: ['status'],
    maxSeconds: 60,
  };
  const { baseUrl, counter } = await startBefore(
    ({ headers, url }, response) => {
      response.writeHead(200, { 'cache-control': 'public, max-age=60' });
      response.end(JSON.stringify([headers['x-origin-key'], headers.cookie, url]));
    },
    { behaviors: [{ pattern: '/portals/*', policy, viewerRequest: undefined }] },
  );
  const ask = async (query: string, cookie: string) =>
    (await fetch(`${baseUrl}/portals/x${query}`, { headers: { cookie, accept: 'text/html' } })).json();
  const first = await ask('?status=open&utm=1', 'session=1; junk=1');
  expect(first).toEqual(['the key', 'session=1; junk=1', '/portals/x?status=open&utm=1']);
  expect(await ask('?utm=2&status=open', 'junk=2; session=1')).toEqual(first);
  expect(counter.reached).toBe(1);
  await ask('?status=open', 'session=2');
  await ask('?status=closed', 'session=1');
  expect(counter.reached).toBe(3);
  counter.clock = 60_000;
  await ask('?status=open', 'session=1');
  expect(counter.reached).toBe(4);
});
