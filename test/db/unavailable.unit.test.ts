import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { isUnavailable } from '../../shared/kernel/db/unavailable.ts';

const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.0' };
const refusal = (status: number, name: string) => (response: ServerResponse) =>
  void response.writeHead(status, JSON_TYPE).end(JSON.stringify({ __type: name, message: 'Not now.' }));

/** What a read rejects with where the database answers like this. */
async function failureOf(answer: (response: ServerResponse) => void): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const database = createDatabase('a-table', {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return await createReader(database)
    .get({ pk: 'S#1', sk: '-' })
    .then(
      () => 'It answered.',
      (error: unknown) => error,
    );
}

test.each<[string, (response: ServerResponse) => void]>([
  ['a page of a gateway', (response) => void response.writeHead(502).end('<html>Bad gateway</html>')],
  ['half of an answer', (response) => void response.writeHead(200, JSON_TYPE).end('{"Item":')],
  [
    'an answer that is cut',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"Item":');
      setImmediate(() => response.destroy());
    },
  ],
  ['a request that took too long to arrive', refusal(400, 'RequestTimeoutException')],
  ['408', refusal(408, 'SomethingElse')],
  ['429', refusal(429, 'SomethingElse')],
])('a database that answers with %s is unavailable for a while', async (_, answer) => {
  expect(isUnavailable(await failureOf(answer))).toBe(true);
});

test.each(['ValidationException', 'UnrecognizedClientException', 'AccessDeniedException'])(
  'a database that answers %s will say the same again',
  async (name) => expect(isUnavailable(await failureOf(refusal(400, name)))).toBe(false),
);

const named = (name: string) => Object.assign(new Error('Not now.'), { name });
const coded = (code: string) => Object.assign(new Error('Not now.'), { code });

// https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html: what the SDKs try again.
test.each([
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'RequestThrottledException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'BandwidthLimitExceeded',
  'RequestThrottled',
  'SlowDown',
  'PriorRequestNotComplete',
  'TransactionInProgressException',
  'RequestTimeout',
  'RequestTimeoutException',
  'InternalError',
])('%s, which the SDK tries again, is temporary', (name) => expect(isUnavailable(named(name))).toBe(true));

test.each([
  'ETIMEDOUT',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
])('a connection that fails with %s is temporary', (code) => expect(isUnavailable(coded(code))).toBe(true));

test('an error of our own is not temporary', () => {
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isUnavailable(new SyntaxError('Unexpected token'))).toBe(false);
  expect(isUnavailable('a text')).toBe(false);
});
