import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '../../shared/kernel/core/database.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';

/** How long before or after a request DynamoDB's clock may stand when it reads the signature. */
const SIGNATURE_AGE_MAX_MS = 300_000;

let server: Server;
let database: DatabaseClient;
/** By how much the server's clock is ahead of ours. */
let offsetMs: number;
/** The requests that arrived. */
let attempts: number;

beforeEach(async () => {
  [offsetMs, attempts] = [0, 0];
  server = createServer((incoming, outgoing) => {
    attempts++;
    const now = Date.now() + offsetMs;
    const isRefused = Math.abs(signedAt(incoming).getTime() - now) > SIGNATURE_AGE_MAX_MS;
    const date = new Date(now).toUTCString();
    outgoing.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0', date });
    incoming.resume().on('end', () => outgoing.end(isRefused ? REFUSED : '{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
  const options = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', credentials };
  database = createDatabase('T', options).client;
});
afterEach(() => {
  database.destroy();
  server.close();
});

const REFUSED = JSON.stringify({
  __type: 'com.amazon.coral.service#InvalidSignatureException',
  message: 'Signature not yet current',
});

const signedAt = ({ headers }: IncomingMessage): Date =>
  new Date(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));

const getOne = () => database.call('GetItem', { TableName: 'T', Key: { pk: 'a' } });

test('a call that is signed by a wrong clock is repeated by the right one, and the next ones are made by it', async () => {
  offsetMs = -3_600_000;
  const each = [];
  for (let call = 0; call < 3; call++) {
    attempts = 0;
    await getOne();
    each.push(attempts);
  }
  expect(each).toEqual([2, 1, 1]);
});

test('a clock that drifts is followed with each answer', async () => {
  // There and back: the SDK repeats no call by a clock that turns out to be right.
  for (const step of [200_000, -200_000])
    for (let call = 0; call < 4; call++) {
      offsetMs += step;
      await getOne();
    }
  expect(attempts).toBe(8);
});

test('the SDK repeats a call by the clock of the responses so far', async () => {
  for (const ms of [200_000, 400_000]) {
    offsetMs = ms;
    await getOne();
  }
  attempts = 0;
  server.prependOnceListener('request', ({ socket }: IncomingMessage) => socket.destroy());
  await getOne();
  expect(attempts).toBe(2);
});
