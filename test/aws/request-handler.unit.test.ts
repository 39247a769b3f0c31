import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { bytesRequestHandler } from '../../shared/kernel/aws/request-handler.ts';

const servers: Server[] = [];
const handler = bytesRequestHandler({ connectMs: 5_000, requestMs: 50, connections: 4 });
const patient = bytesRequestHandler({ connectMs: 5_000, requestMs: 60_000, connections: 4 });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function requestTo(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const body = Buffer.from('{"Key":"é"}');
  const headers = { 'content-length': String(body.length), 'x-amz-target': 'Get' };
  return { protocol: 'http:', hostname: '127.0.0.1', port, method: 'POST', path: '/', headers, body };
}

test('a response is passed on whole, as bytes, with its status and headers', async () => {
  const request = await requestTo((incoming, outgoing) => {
    const received: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => received.push(chunk));
    incoming.on('end', () => {
      outgoing.writeHead(400, { 'x-amzn-requestid': 'r' });
      outgoing.write(Buffer.concat(received).subarray(0, 9));
      setImmediate(() => outgoing.end(Buffer.concat(received).subarray(9)));
    });
  });
  const { response } = await patient.handle(request);
  expect(response).toMatchObject({ statusCode: 400, headers: { 'x-amzn-requestid': 'r' } });
  expect(Buffer.from(response.body).toString()).toBe('{"Key":"é"}');
});

test('a response without a body has no bytes', async () => {
  const { response } = await patient.handle(await requestTo((_, outgoing) => outgoing.end()));
  expect(response.body).toHaveLength(0);
});

test('calls beyond the number of connections wait for one', async () => {
  let underWay = 0;
  let most = 0;
  const request = await requestTo((_, outgoing) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      outgoing.end();
    }, 20);
  });
  const two = bytesRequestHandler({ connectMs: 5_000, requestMs: 60_000, connections: 2 });
  await Promise.all(Array.from({ length: 8 }, () => two.handle(request)));
  expect(most).toBe(2);
  two.destroy();
});

test('the time in which a call must be answered begins once it has a connection', async () => {
  const request = await requestTo((_, outgoing) => void setTimeout(() => outgoing.end(), 300));
  const one = bytesRequestHandler({ connectMs: 5_000, requestMs: 700, connections: 1 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => one.handle(request)));
  expect(answers.map(({ response }) => response.statusCode)).toEqual([200, 200, 200, 200]);
  one.destroy();
});

test.each<[string, RequestListener]>([
  ['nothing is answered', () => undefined],
  [
    'an answer ends half way',
    (_, outgoing) => void outgoing.writeHead(200, { 'content-length': '9' }).write('{'),
  ],
])('a call ends with TimeoutError where %s in time', async (_, listener) => {
  await expect(handler.handle(await requestTo(listener))).rejects.toMatchObject({ name: 'TimeoutError' });
});

test.each<[string, RequestListener]>([
  ['before the answer', (incoming) => void incoming.socket.destroy()],
  [
    'within it',
    (incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '9' }).write('{', () => incoming.socket.destroy());
    },
  ],
])('a connection that is lost %s is an error that the SDK repeats a call for', async (_, listener) => {
  const refusal = { name: 'TimeoutError', code: 'ECONNRESET' };
  await expect(patient.handle(await requestTo(listener))).rejects.toMatchObject(refusal);
});

test('a database that cannot be reached is an error of its own', async () => {
  const request = await requestTo(() => undefined);
  const server = servers.pop()!;
  await new Promise((resolve) => server.close(resolve));
  await expect(patient.handle(request)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a call that is aborted ends at once', async () => {
  const request = await requestTo(() => undefined);
  const controller = new AbortController();
  const call = patient.handle(request, { abortSignal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

/** Answers a request once the shared number is set, and sets it back when the answer is on its way. */
const answersWhenWoken = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer((incoming, outgoing) => {
    parentPort.postMessage('received');
    Atomics.wait(workerData, 0, 0);
    outgoing.end('{}', () => {
      Atomics.store(workerData, 0, 0);
      Atomics.notify(workerData, 0);
    });
  }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('a response that has arrived counts, although the time is over when the process gets to it', async () => {
  const wake = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(answersWhenWoken, { eval: true, workerData: wake });
  const [port] = (await once(worker, 'message')) as [number];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const request = {
      protocol: 'http:',
      hostname: '127.0.0.1',
      port,
      method: 'POST',
      path: '/',
      headers: {},
    };
    const call = patient.handle(request);
    await once(worker, 'message');
    // Where timers are in the event loop: before sockets are read.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(wake, 0, 1);
    Atomics.notify(wake, 0);
    Atomics.wait(wake, 0, 1);
    vi.advanceTimersByTime(60_000);
    expect((await call).response.statusCode).toBe(200);
  } finally {
    vi.useRealTimers();
    await worker.terminate();
  }
});

test('a connection is used again, unless it has been idle for as long as a frozen function may be', async () => {
  const request = await requestTo((_, outgoing) => outgoing.end());
  let opened = 0;
  servers.at(-1)!.on('connection', () => opened++);
  const own = bytesRequestHandler({ connectMs: 5_000, requestMs: 60_000, connections: 4 });
  const clock = vi.spyOn(Date, 'now');
  const callAfter = async (seconds: number) => {
    clock.mockReturnValue(Date.parse('2030-01-01') + seconds * 1_000);
    await own.handle(request);
    // The agent takes a connection back after the answer.
    await new Promise(setImmediate);
  };
  try {
    await callAfter(0);
    await callAfter(19);
    expect(opened).toBe(1);
    await callAfter(40);
    expect(opened).toBe(2);
  } finally {
    clock.mockRestore();
    own.destroy();
  }
});
