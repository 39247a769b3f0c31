import { connect, type Socket } from 'node:net';
import type { Fixture } from './fixture.ts';
import { servePart } from './part.ts';
import { BUSY_REPEATS, SERVICE_UNAVAILABLE } from './patient-fetch.ts';
import { redmineConversations, type RedmineFixture } from './redmine-requests.ts';
import { conversations, type Conversation, type HttpRequest, type OperationName } from './requests.ts';

/**
 * The load generator. It writes HTTP/1.1 over plain sockets and reads of an answer only its status and
 * length, since on few cores what it computes is taken from the service: a fifth of what general clients use.
 */
export interface LoadRun {
  operation: OperationName;
  connections: number;
  /** The run ends after this many milliseconds or requests, when the requests under way are answered. */
  until: { ms: number } | { requests: number };
}

export interface LoadResult {
  requests: number;
  ms: number;
  /** Milliseconds of each request. */
  latencies: Float64Array;
}

export type LoadPart = typeof methods;

let base: URL;
/** Made once, since the service's restart changes nothing about what has been said. */
let start: Partial<ReturnType<typeof conversations>> | undefined;
let sockets: Socket[] = [];

const methods = {
  /** Takes the service to load; connections to an earlier one are closed. */
  aim({ baseUrl, ...of }: { baseUrl: string } & ({ fixture: Fixture } | { redmine: RedmineFixture })) {
    for (const socket of sockets.splice(0)) socket.destroy();
    base = new URL(baseUrl);
    start ??= 'redmine' in of ? redmineConversations(of.redmine) : conversations(of.fixture);
  },

  async run({ operation, connections, until }: LoadRun): Promise<LoadResult> {
    // The service closes connections that were idle for a while.
    sockets = sockets.filter((socket) => socket.writable);
    while (sockets.length < connections) sockets.push(await open(base));
    const latencies: number[] = [];
    const startedAt = performance.now();
    let left = 'requests' in until ? until.requests : Infinity;
    const end = 'ms' in until ? startedAt + until.ms : Infinity;
    const hasMore = () => left-- > 0 && performance.now() < end;
    await Promise.all(
      sockets
        .slice(0, connections)
        .map((socket, connection) => talk(socket, start![operation]!(connection), hasMore, latencies)),
    );
    const ms = performance.now() - startedAt;
    return { requests: latencies.length, ms, latencies: Float64Array.from(latencies) };
  },
};

servePart(methods);

function open({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket));
    // Once it is open, an error ends in a close, which whoever talks on it hears of.
    socket.on('error', reject);
  });
}

/** Sends one request after the other on a connection; throws where an answer is not the expected one. */
function talk(
  first: Socket,
  { status, busy, reconnects = false, next, learn }: Conversation,
  hasMore: () => boolean,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let socket = first;
    let sentAt = 0;
    let request = '';
    let received: Buffer[] = [];
    let size = 0;
    let expected = Infinity;
    let repeats = 0;

    const settle = (error?: Error) => {
      socket.off('data', receive).off('close', lost);
      if (error) reject(error);
      else resolve();
    };
    const lost = () => {
      if (!reconnects || size > 0) return settle(new Error('The service closed a connection.'));
      socket.off('data', receive).off('close', lost);
      open(base).then((opened) => {
        sockets[sockets.indexOf(socket)] = opened;
        socket = opened.on('data', receive).on('close', lost);
        write();
      }, settle);
    };
    const send = () => {
      if (!hasMore()) return settle();
      sentAt = performance.now();
      request = toText(next());
      repeats = 0;
      write();
    };
    const write = () => {
      [received, size, expected] = [[], 0, Infinity];
      socket.write(request);
    };
    const receive = (chunk: Buffer) => {
      received.push(chunk);
      size += chunk.length;
      if (expected === Infinity) expected = lengthOf(received);
      if (size < expected) return;
      const head = received[0]!.toString('latin1', 0, 12);
      if (busy !== undefined && head === `HTTP/1.1 ${busy}`) return write();
      const waitMs = head === `HTTP/1.1 ${SERVICE_UNAVAILABLE}` ? retryAfterMs(received) : undefined;
      if (waitMs !== undefined && repeats++ < BUSY_REPEATS) return void setTimeout(write, waitMs);
      latencies.push(performance.now() - sentAt);
      if (head !== `HTTP/1.1 ${status}`) return settle(new Error(Buffer.concat(received).toString()));
      learn?.(bodyOf(received));
      send();
    };
    socket.on('data', receive).on('close', lost);
    send();
  });
}

function toText({ method, path, headers, body }: HttpRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\nhost: ${base.host}\r\n${lines.join('')}${length}\r\n${body}`;
}

/** The bytes of head and body together; Infinity while the head has not arrived whole. */
function lengthOf(received: readonly Buffer[]): number {
  const bytes = received.length === 1 ? received[0]! : Buffer.concat(received);
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return Infinity;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`The answer has no length:\n${head}`);
  return headEnd + 4 + Number(length);
}

/** How long a service that is busy asks to wait, in milliseconds; undefined if it does not. */
function retryAfterMs(received: readonly Buffer[]): number | undefined {
  const seconds = /\r\nretry-after: (\d+)\r\n/i.exec(Buffer.concat(received).toString('latin1'))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

function bodyOf(received: readonly Buffer[]): string {
  const bytes = Buffer.concat(received);
  return bytes.toString('utf8', bytes.indexOf('\r\n\r\n') + 4);
}
