import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../../../infra/local/start.ts';
import { json, send as sendTo } from './http-client.ts';
import type { Answer, RequestOptions } from './http-client.ts';
import { startFixture } from '../support.ts';

let local: RunningService;
beforeAll(async () => {
  local = await startFixture();
});
afterAll(() => local.stop());

function send(path: string, options?: RequestOptions, body?: Buffer): Promise<Answer> {
  return sendTo(local.baseUrl, path, options, body);
}

describe('the response of the local gateway', () => {
  test.each([
    ['plain', 200, 'application/json', '{"hello":"world"}'],
    ['text', 200, 'application/json', 'just text'],
    ['nothing', 200, 'application/json', 'null'],
    ['status', 201, 'text/plain; charset=utf-8', ''],
    ['malformed', 500, 'application/json', '{"message":"Internal Server Error"}'],
    ['split', 500, 'application/json', '{"message":"Internal Server Error"}'],
  ])('is as on AWS for a function that returns %s', async (way, status, type, body) => {
    const answer = await send(`/misc/${way}`);
    expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([
      status,
      type,
      body,
    ]);
    expect(answer.headers['apigw-requestid']).toMatch(/^[\w+/]{15}=$/);
  });

  test('is that of the function whose alias an integration names', async () => {
    const { status, body } = await send('/released/plain');
    expect([status, body.toString()]).toEqual([200, '{"hello":"world"}']);
  });

  test('is a 500 for more than 6 MB, counted as JSON', async () => {
    expect((await send('/misc/quotes?count=3000000')).status).toBe(200);
    expect((await send('/misc/quotes?count=4000000')).status).toBe(500);
  });

  test('has its cookies', async () => {
    expect((await send('/misc/cookies')).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
  });

  test('has its bytes', async () => {
    const { headers, body } = await send('/misc/binary');
    expect(headers['content-type']).toBe('image/png');
    expect([...body]).toEqual([0, 255, 128]);
  });

  test('has no body for HEAD', async () => {
    const { status, headers, body } = await send('/misc/plain', { method: 'HEAD' });
    expect([status, headers['content-length'], body.length]).toEqual([200, '17', 0]);
  });

  test('keeps the connection open', async () => {
    expect((await send('/misc/plain', { headers: { connection: 'keep-alive' } })).headers.connection).toBe(
      'keep-alive',
    );
  });
});

describe('the gateway answers without a function', () => {
  test('with 404 where there is no route', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['DELETE', '/echo'],
      ['OPTIONS', '/echo'],
      ['HEAD', '/echo'],
    ]) {
      const answer = await send(path!, { method: method! });
      expect(answer.status).toBe(404);
      expect(answer.body.toString()).toBe(method === 'HEAD' ? '' : '{"message":"Not Found"}');
    }
  });

  test('with 413 to a body over 10 MB, and goes on', async () => {
    const answer = await send('/echo', { method: 'POST' }, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([answer.status, answer.body.toString()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect((await send('/misc/plain')).status).toBe(200);
  });

  test('with 413 to a body that is over 6 MB for the function, base64 included', async () => {
    const post = (size: number) => send('/echo', { method: 'POST' }, Buffer.alloc(size));
    expect((await post(4.6 * 1024 * 1024)).status).toBe(413);
    expect((await post(1024 * 1024)).status).toBe(200);
  });

  test('with 431 to a request line with values of headers over 10,240 bytes, and goes on', async () => {
    const answer = await send(`/misc/plain?cursor=${'x'.repeat(10_240)}`);
    expect(answer.status).toBe(431);
    expect((await send(`/misc/plain?cursor=${'x'.repeat(9_900)}`)).status).toBe(200);
  });

  test('with 400 to bytes that are not HTTP, and goes on', async () => {
    const socket = connect(Number(new URL(local.baseUrl).port), '127.0.0.1');
    socket.write('this is not HTTP\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 [^]*\{"message":"Bad Request"\}$/);
    expect((await send('/misc/plain')).status).toBe(200);
  });

  test.each(['throws', 'exits', 'rejects'])(
    'with 500 when the function %s, and the next request works',
    async (way) => {
      const answer = await send(`/misc/${way}`);
      expect([answer.status, answer.body.toString()]).toEqual([500, '{"message":"Internal Server Error"}']);
      expect((await send('/misc/plain')).status).toBe(200);
    },
  );

  test('with 503 at the timeout of the function, which is killed', async () => {
    const before = json<{ threadId: number }>(await send('/misc/worker')).threadId;
    const answers = await Promise.all([send('/misc/hangs'), send('/misc/spins')]);
    for (const { status, body } of answers) {
      expect([status, body.toString()]).toEqual([503, '{"message":"Service Unavailable"}']);
    }
    expect(json<{ threadId: number }>(await send('/misc/worker')).threadId).not.toBe(before);
  });
});

describe('CORS of the local gateway', () => {
  const preflight = (origin: string) =>
    send('/echo', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  test('answers a preflight by the configuration', async () => {
    const { status, headers, body } = await preflight('https://app.example');
    expect([status, body.length]).toEqual([204, 0]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '600',
    });
    expect((await preflight('http://anything.example')).headers['access-control-allow-origin']).toBe(
      'http://anything.example',
    );
    expect((await preflight('https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  test('replaces the headers of the function by those of the configuration', async () => {
    const { headers } = await send('/misc/cors', { headers: { origin: 'https://app.example' } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'etag',
      etag: '"1"',
    });
    expect((await send('/misc/cors')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});
