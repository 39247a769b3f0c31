import { request as startRequest } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { ConnectionFailed, connectionFailed } from './connection-failed.ts';
import type { PersistentConnection } from './persistent-connection.ts';
import { parsePublicUrl } from './public-url.ts';
import { newResolver, resolvePublic, type AddressResolver } from './resolve-public.ts';

export interface PublicRequest {
  /** As returned by `parsePublicUrl`. */
  url: URL;
  method: 'GET' | 'POST' | 'PUT';
  /** Host, Connection and Content-Length are set automatically; a Host must be that of the URL. */
  headers: Record<string, string>;
  body?: Buffer | string;
  /** Timeout for everything: lookup, connection, TLS, headers and body. */
  timeoutMs: number;
  /** Reading stops here and the connection is closed. */
  maxResponseBytes: number;
  /** Keeps the connection for the caller's next request; without it, the connection serves this one only. */
  connection?: PersistentConnection;
}

export interface PublicResponse {
  /** Any status except 1xx; redirects are not followed. */
  status: number;
  /** Lower-case names; repeated headers are joined by commas. */
  headers: Record<string, string>;
  /** The raw bytes. */
  body: Buffer;
  /** The body is incomplete: too large, too slow, or cut off by the host. */
  truncated: boolean;
  durationMs: number;
  /** The IPv4 address of the connection. */
  address: string;
}

/** Dependencies on the machine; tests replace some of them. */
export interface Network {
  resolver: () => AddressResolver;
  connect: (options: ConnectionOptions) => TLSSocket;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Calls back once after a number of milliseconds, unless the returned function is called first. */
  after: (ms: number, callBack: () => void) => () => void;
}

const nodeNetwork: Network = {
  resolver: newResolver,
  connect: (options) => connect(options),
  now: () => performance.now(),
  after(ms, callBack) {
    const timer = setTimeout(callBack, ms);
    return () => clearTimeout(timer);
  },
};

const HEADER_MAX_BYTES = 16 * 1024;
const INFORMATIONAL_RESPONSES_MAX = 8;

/**
 * Sends one HTTPS request to another party's server, on its own connection or one that the caller keeps. It resolves
 * the name and validates all its addresses each time, uses a connection to a validated address only, and verifies the
 * certificate for the name when it connects. It follows no redirects and uses no proxy, regardless of the environment. Once headers are
 * received, the response counts, even if the body is incomplete. Throws UrlRefused and AddressRefused
 * (permanent), LookupFailed and ConnectionFailed.
 */
export async function publicRequest(
  request: PublicRequest,
  replaced: Partial<Network> = {},
): Promise<PublicResponse> {
  const outside = { ...nodeNetwork, ...replaced };
  const url = parsePublicUrl(request.url.href);
  const limit = new AbortController();
  const started = outside.now();
  const stopTimer = outside.after(request.timeoutMs, () => limit.abort());
  try {
    const resolver = outside.resolver();
    const [address] = await resolvePublic(url.hostname, { resolver, signal: limit.signal });
    const connect = () => outside.connect(tlsOptions(url, address!));
    const answer = await exchange(url, address!, request, connect, limit.signal).catch((error: unknown) => {
      if (!(error instanceof ClosedMeanwhile)) throw error;
      return exchange(url, address!, request, connect, limit.signal);
    });
    return { ...answer, durationMs: Math.round(outside.now() - started), address: address! };
  } finally {
    stopTimer();
  }
}

/** The receiver closed a kept connection when this request was sent on it, as it may at any time; a new one is due. */
class ClosedMeanwhile extends Error {
  override name = 'ClosedMeanwhile';
}

type PublicAnswer = Omit<PublicResponse, 'durationMs' | 'address'>;

function exchange(
  url: URL,
  address: string,
  request: PublicRequest,
  connect: () => TLSSocket,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const { connection } = request;
  return new Promise((resolve, reject) => {
    const outgoing = startRequest({
      method: request.method,
      path: url.pathname + url.search,
      headers: headersOf(url, request),
      maxHeaderSize: HEADER_MAX_BYTES,
      // A socket passed this way belongs to no agent: no keep-alive and no proxy.
      ...(connection
        ? { agent: connection.agentFor(url.hostname, address, connect) }
        : { createConnection: connect }),
    });
    let answered = false;
    const fail = (error: Error) => {
      if (!answered) reject(connectionFailed(error));
      outgoing.destroy();
    };
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (!outgoing.reusedSocket || answered || !CLOSED.has(error.code ?? '')) return fail(error);
      reject(new ClosedMeanwhile());
    });
    outgoing.on('response', (response) => {
      answered = true;
      void readBody(response, request.maxResponseBytes).then((read) => {
        resolve({ status: response.statusCode!, headers: joined(response), ...read });
        outgoing.destroy();
      });
    });
    limitInformationalResponses(outgoing, () => fail(new ConnectionFailed('protocol')));
    const timeOut = () => fail(new ConnectionFailed('timeout'));
    if (signal.aborted) timeOut();
    signal.addEventListener('abort', timeOut, { once: true });
    outgoing.end(request.body);
  });
}

/** How Node.js names the end of a connection. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

const headersOf = (url: URL, { headers: { host: _, ...headers }, body, connection }: PublicRequest) => ({
  ...headers,
  Host: url.hostname,
  Connection: connection ? 'keep-alive' : 'close',
  ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
});

/** Set explicitly, because environment variables could otherwise weaken them. */
const tlsOptions = (url: URL, address: string): ConnectionOptions => ({
  host: address,
  port: 443,
  servername: url.hostname,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  ALPNProtocols: ['http/1.1'],
});

/** A host may send a few 1xx responses first, and must not switch protocols. */
function limitInformationalResponses(outgoing: ClientRequest, refuse: () => void): void {
  let informational = 0;
  outgoing.on('information', () => {
    if (++informational > INFORMATIONAL_RESPONSES_MAX) refuse();
  });
  outgoing.on('upgrade', (_response, socket) => {
    // The request has detached its socket, so nothing else closes it or handles its errors.
    socket.on('error', () => {}).destroy();
    refuse();
  });
}

/** Reads up to a number of bytes. Returns what was received, however the body ends. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<PublicAnswer, 'body' | 'truncated'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let room = maxBytes;
    const finish = (truncated: boolean) => resolve({ body: Buffer.concat(chunks), truncated });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, room));
      if (chunk.length > room) finish(true);
      room = Math.max(0, room - chunk.length);
    });
    response.on('end', () => finish(!response.complete));
    response.on('error', () => finish(true));
    response.on('close', () => finish(true));
  });
}

const joined = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value!]),
  );
