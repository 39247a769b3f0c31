import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../../../infra/local/start.ts';
import { json, send } from './http-client.ts';
import type { RequestOptions } from './http-client.ts';
import { startFixture } from '../support.ts';

let local: RunningService;
beforeAll(async () => {
  local = await startFixture();
});
afterAll(() => local.stop());

async function eventOf(
  path: string,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<APIGatewayProxyEventV2> {
  const answer = await send(local.baseUrl, path, options, body);
  return json<{ event: APIGatewayProxyEventV2 }>(answer).event;
}

describe('the event, payload format 2.0', () => {
  test('has the fields that AWS sends', async () => {
    const headers = ['Host', 'api.test:3000', 'Header1', 'value1', 'Header2', 'value1', 'HEADER2', 'value2'];
    headers.push('Cookie', 'cookie1=a; cookie2=b', 'User-Agent', 'agent', 'Content-Type', 'text/plain');
    const path = '/echo?parameter1=value1&parameter1=value2&parameter2=value';
    const event = await eventOf(
      path,
      { method: 'POST', headers: [...headers, 'Content-Length', '5'] },
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
        host: 'api.test:3000',
        'user-agent': 'agent',
        'x-amzn-trace-id': expect.any(String) as string,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': new URL(local.baseUrl).port,
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'Api',
        domainName: 'api.test',
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

  test('leaves out empty fields', async () => {
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
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual(
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
