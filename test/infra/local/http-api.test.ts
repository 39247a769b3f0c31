import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Local } from '../../../infra/local/start.ts';
import { startFixture, temporaryFolder } from './support.ts';

let local: Local;
beforeAll(async () => {
  local = await startFixture();
});
afterAll(() => local.stop());

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A request exactly as written: fetch would change the path and add headers. */
function send(path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(local.baseUrl, { path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function eventOf(path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<any> {
  const answer = await send(path, options, body);
  return JSON.parse(answer.body.toString()).event;
}

describe('the event, payload format 2.0', () => {
  test('is the one AWS sends', async () => {
    const headers = [
      'Host',
      'api.example:3000',
      'Header1',
      'value1',
      'Header2',
      'value1',
      'HEADER2',
      'value2',
    ];
    headers.push('Cookie', 'cookie1=a; cookie2=b', 'User-Agent', 'agent', 'Content-Type', 'text/plain');
    const path = '/echo?parameter1=value1&parameter1=value2&parameter2=value';
    const event = await eventOf(
      path,
      { method: 'POST', headers: [...headers, 'Content-Length', '5'] as never },
      'Hello',
    );
    const { requestId, time, timeEpoch } = event.requestContext;
    expect(requestId).toMatch(/^[\w+/]{15}=$/);
    expect(time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(Date.parse(time.replace(':', ' '))).toBe(Math.floor(timeEpoch / 1000) * 1000);
    expect(event.headers['x-amzn-trace-id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'POST /echo',
      rawPath: '/echo',
      rawQueryString: 'parameter1=value1&parameter1=value2&parameter2=value',
      cookies: ['cookie1=a', 'cookie2=b'],
      headers: {
        'content-length': '5',
        'content-type': 'text/plain',
        header1: 'value1',
        header2: 'value1,value2',
        host: 'api.example:3000',
        'user-agent': 'agent',
        'x-amzn-trace-id': expect.any(String),
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': new URL(local.baseUrl).port,
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'Api',
        domainName: 'api.example',
        domainPrefix: 'api',
        http: {
          method: 'POST',
          path: '/echo',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'agent',
        },
        requestId,
        routeKey: 'POST /echo',
        stage: '$default',
        time,
        timeEpoch,
      },
      body: 'Hello',
      isBase64Encoded: false,
    });
  });

  test('leaves out what is empty', async () => {
    const event = await eventOf('/echo');
    expect(Object.keys(event).sort()).toEqual(
      [
        'headers',
        'isBase64Encoded',
        'rawPath',
        'rawQueryString',
        'requestContext',
        'routeKey',
        'version',
      ].sort(),
    );
    expect(event.rawQueryString).toBe('');
    expect(await eventOf('/echo', { method: 'POST' })).not.toHaveProperty('body');
  });

  test('has the path decoded, and path parameters', async () => {
    const event = await eventOf('/teams/t%201/stories/caf%C3%A9%2F2');
    expect(event.rawPath).toBe('/teams/t 1/stories/café/2');
    expect(event.requestContext.http.path).toBe(event.rawPath);
    expect(event.pathParameters).toEqual({ teamId: 't 1', storyId: 'café/2' });
    expect((await eventOf('/files/a/b%20c.txt')).pathParameters).toEqual({ proxy: 'a/b c.txt' });
  });

  test('has the query decoded, and as it was sent', async () => {
    const event = await eventOf('/echo?a=x+y%20z&b&c=1&c=&__proto__=p&d=%zz');
    expect(event.rawQueryString).toBe('a=x+y%20z&b&c=1&c=&__proto__=p&d=%zz');
    expect(Object.entries(event.queryStringParameters)).toEqual(
      expect.arrayContaining([
        ['a', 'x y z'],
        ['b', ''],
        ['c', '1,'],
        ['__proto__', 'p'],
      ]),
    );
  });

  test('has text as text and anything else as base64', async () => {
    const post = (type?: string) =>
      eventOf('/echo', { method: 'POST', headers: type ? { 'content-type': type } : {} }, 'é{}');
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'text/csv',
      'application/xml',
    ]) {
      expect(await post(type)).toMatchObject({ body: 'é{}', isBase64Encoded: false });
    }
    const encoded = { body: Buffer.from('é{}').toString('base64'), isBase64Encoded: true };
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'image/png',
      undefined,
    ]) {
      expect(await post(type)).toMatchObject(encoded);
    }
  });

  test('has a body that came in pieces', async () => {
    const headers = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
    const event = await eventOf('/echo', { method: 'POST', headers }, 'x'.repeat(100_000));
    expect(event.body).toHaveLength(100_000);
    expect(event.headers['content-length']).toBe('100000');
    expect(event.headers).not.toHaveProperty('transfer-encoding');
  });

  test('has the client in front of a proxy', async () => {
    const event = await eventOf('/echo', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(event.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
  });
});

describe('the response', () => {
  test.each([
    ['plain', 200, 'application/json', '{"hello":"world"}'],
    ['text', 200, 'application/json', 'just text'],
    ['nothing', 200, 'application/json', 'null'],
    ['status', 201, 'text/plain; charset=utf-8', ''],
    ['malformed', 500, 'application/json', '{"message":"Internal Server Error"}'],
    ['split', 500, 'application/json', '{"message":"Internal Server Error"}'],
  ])('of %s', async (way, status, type, body) => {
    const answer = await send(`/misc/${way}`);
    expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([
      status,
      type,
      body,
    ]);
    expect(answer.headers['apigw-requestid']).toMatch(/^[\w+/]{15}=$/);
  });

  test('with cookies', async () => {
    expect((await send('/misc/cookies')).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
  });

  test('with bytes', async () => {
    const { headers, body } = await send('/misc/binary');
    expect(headers['content-type']).toBe('image/png');
    expect([...body]).toEqual([0, 255, 128]);
  });

  test('to HEAD has no body', async () => {
    const { status, headers, body } = await send('/misc/plain', { method: 'HEAD' });
    expect([status, headers['content-length'], body.length]).toEqual([200, '17', 0]);
  });

  test('keeps the connection', async () => {
    expect((await send('/misc/plain', { headers: { connection: 'keep-alive' } })).headers.connection).toBe(
      'keep-alive',
    );
  });
});

describe('the gateway answers by itself', () => {
  test('404 where there is no route', async () => {
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

  test('413 to a body over 10 MB, and goes on', async () => {
    const answer = await send('/echo', { method: 'POST' }, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([answer.status, answer.body.toString()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect((await send('/misc/plain')).status).toBe(200);
  });

  test('400 to what is not HTTP, and goes on', async () => {
    const socket = connect(Number(new URL(local.baseUrl).port), '127.0.0.1');
    socket.write('this is not HTTP\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 [^]*\{"message":"Bad Request"\}$/);
    expect((await send('/misc/plain')).status).toBe(200);
  });

  test.each(['throws', 'exits', 'rejects'])(
    '500 when the function %s, and the next request works',
    async (way) => {
      const answer = await send(`/misc/${way}`);
      expect([answer.status, answer.body.toString()]).toEqual([500, '{"message":"Internal Server Error"}']);
      expect((await send('/misc/plain')).status).toBe(200);
    },
  );

  test('503 at the timeout of the function, which is killed', async () => {
    const before = JSON.parse((await send('/misc/worker')).body.toString()).threadId;
    const answers = await Promise.all([send('/misc/hangs'), send('/misc/spins')]);
    for (const { status, body } of answers) {
      expect([status, body.toString()]).toEqual([503, '{"message":"Service Unavailable"}']);
    }
    expect(JSON.parse((await send('/misc/worker')).body.toString()).threadId).not.toBe(before);
  });
});

describe('CORS', () => {
  const preflight = (origin: string) =>
    send('/echo', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  test('a preflight is answered by the configuration', async () => {
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

  test('the configuration stands in the place of what the function says', async () => {
    const { headers } = await send('/misc/cors', { headers: { origin: 'https://app.example' } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'etag',
      etag: '"1"',
    });
    expect((await send('/misc/cors')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a function', () => {
  test('sees the variables of the template and of Lambda, and no others', async () => {
    const environment = JSON.parse((await send('/misc/environment')).body.toString());
    expect(environment).toEqual(local.environments.misc);
    expect(environment).toMatchObject({
      STAGE: 'local',
      TABLE_NAME: local.tableName('Table'),
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: expect.stringContaining('misc'),
      AWS_ENDPOINT_URL_DYNAMODB: local.dynamodbEndpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secretsEndpoint,
    });
    expect(environment).not.toHaveProperty('PATH');
  });

  test('gets a Lambda context', async () => {
    const { context } = JSON.parse((await send('/echo')).body.toString());
    expect(context).toMatchObject({
      awsRequestId: expect.stringMatching(/^[0-9a-f]{8}-/),
      functionName: local.environments.echo!.AWS_LAMBDA_FUNCTION_NAME,
      functionVersion: '$LATEST',
      invokedFunctionArn: expect.stringMatching(/^arn:aws:lambda:us-east-1:\d{12}:function:/),
      memoryLimitInMB: '256',
    });
    expect(context.remaining).toBeGreaterThan(0);
    expect(context.remaining).toBeLessThanOrEqual(1000);
  });

  test('has more workers while all of them wait', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('/misc/waits')));
    const threads = answers.map(({ body }) => JSON.parse(body.toString()).threadId as number);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(threads).size).toBeGreaterThan(2);
  });

  test('leaves everything it prints in its log file', async () => {
    const home = temporaryFolder();
    const other = await startFixture({ home });
    await fetch(`${other.baseUrl}/misc/logs?word=hello`);
    await fetch(`${other.baseUrl}/misc/throws`);
    await fetch(`${other.baseUrl}/misc/exits`);
    await other.stop();
    const log = readFileSync(`${home}/logs/misc.log`, 'utf8');
    expect(log).toMatch(/^said hello\ncomplained\n/);
    expect(log).toContain('Error: the handler threw\n    at ');
    expect(log).toContain('the worker ended by itself with exit code 3');
  });
});
