import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { authority, certificate, meetOver, writing } from './meeting.ts';
import { answering, host, publicAddress, startReceiver } from './receiver.ts';
import { publicRequest } from '../../shared/kernel/net/public-request.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';

test('a request is sent as it is to the vetted address, under the name of the host', async () => {
  const { answer, receiver, connected } = await meetOver(writing(ok), {
    changes: {
      url: new URL(`https://${host}/a%20path?and=a&query`),
      headers: {
        'Webhook-Id': 'evt_1',
        Host: 'elsewhere.example.net',
        'Content-Length': '999',
        connection: 'keep-alive',
      },
      body: 'é',
    },
  });
  await answer;
  const [line, ...headers] = receiver.heads[0]!.split('\r\n');
  expect(line).toBe('POST /a%20path?and=a&query HTTP/1.1');
  expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
    'connection: close',
    'content-length: 2',
    'host: hooks.example.com',
    'webhook-id: evt_1',
  ]);
  expect(connected).toEqual([{ host: publicAddress, port: 443, servername: host }]);
});

test('a response has status, headers, body and address, and the time it took', async () => {
  const instants = [1_000, 1_234.5];
  const { answer } = await meetOver(
    writing(
      'HTTP/1.1 201 Created\r\nX-Two: a\r\nX-Two: b\r\nSet-Cookie: c\r\nSet-Cookie: d\r\nContent-Length: 2\r\n\r\nok',
    ),
    {
      changes: { method: 'GET' },
      replaced: { now: () => instants.shift()!, resolver: answering({ a: [publicAddress, '8.8.8.8'] }) },
    },
  );
  expect(await answer).toEqual({
    status: 201,
    headers: { 'x-two': 'a, b', 'set-cookie': 'c, d', 'content-length': '2' },
    body: Buffer.from('ok'),
    truncated: false,
    durationMs: 235,
    address: publicAddress,
  });
});

test('a header that would break the request is a fault of the caller', async () => {
  const { answer, connected } = await meetOver(writing(ok), {
    changes: { headers: { 'x-a': 'b\r\nHost: c' } },
  });
  await expect(answer).rejects.toThrow(TypeError);
  expect(connected).toEqual([]);
});

test('the name is looked up for every request', async () => {
  const receiver = await startReceiver(writing(ok), certificate);
  onTestFinished(receiver.stop);
  let lookups = 0;
  const resolver = () => {
    lookups++;
    return answering({})();
  };
  const request = {
    url: new URL(`https://${host}/`),
    method: 'GET',
    headers: {},
    timeoutMs: 1,
    maxResponseBytes: 0,
  } as const;
  for (const count of [1, 2]) {
    await expect(publicRequest(request, { resolver })).rejects.toMatchObject({ reason: 'unresolvable' });
    expect(lookups).toBe(count);
  }
});

test('neither proxies nor a waiver of certificates in the environment count', async () => {
  const receiver = await startReceiver(writing(ok), certificate);
  onTestFinished(receiver.stop);
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url!);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  onTestFinished(() => void proxy.close());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('environment-child.ts', import.meta.url)), String(receiver.port), authority.cert],
    {
      env: {
        NODE_USE_ENV_PROXY: '1',
        HTTPS_PROXY: proxyUrl,
        https_proxy: proxyUrl,
        HTTP_PROXY: proxyUrl,
        ALL_PROXY: proxyUrl,
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    },
  );
  expect(JSON.parse(stdout)).toEqual({ guarded: 200, wrongName: 'tls_name', control: 'ended' });
  expect(asked).toEqual(['control.example.com:443']);
});
