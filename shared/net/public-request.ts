import { request as startRequest } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { ConnectionFailed, connectionFailed } from './connection-failed.ts';
import { parsePublicUrl } from './public-url.ts';
import { newResolver, resolvePublic, type AddressResolver } from './resolve-public.ts';

export interface PublicRequest {
  /** As `parsePublicUrl` gives it. */
  url: URL;
  method: 'GET' | 'POST';
  /** Host, Connection and Content-Length are set here. */
  headers: Record<string, string>;
  body?: Buffer | string;
  /** For everything together: lookup, connection, TLS, headers and body. */
  timeoutMs: number;
  /** More of the body is not read; the connection is dropped. */
  maxResponseBytes: number;
}

export interface PublicResponse {
  /** Any status that is not informational; a redirect is one like the others. */
  status: number;
  /** Lower-case names; several of one name are joined by commas. */
  headers: Record<string, string>;
  /** The bytes as they were sent, undecoded. */
  body: Buffer;
  /** The body has more bytes than were read: too many, too slow, or cut off by the other side. */
  truncated: boolean;
  durationMs: number;
  /** The IPv4 address that was connected to. */
  address: string;
}

/** What a request needs of the machine; tests replace parts of it. */
export interface Network {
  resolver: () => AddressResolver;
  connect: (options: ConnectionOptions) => TLSSocket;
  /** Milliseconds that only go forward. */
  now: () => number;
  /** Calls back once after that many milliseconds, unless the returned function is called before. */
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

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL_RESPONSES = 8;

/**
 * One HTTPS request to somebody else's server, on a connection of its own. Looks the name up and vets all its
 * addresses each time, connects to a vetted address itself, and checks the certificate for the name. Follows
 * no redirect and uses no proxy, whatever the environment says. Once the headers are there the answer counts,
 * however its body ends. Throws UrlRefused and AddressRefused (permanent), LookupFailed and ConnectionFailed.
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
    const answer = await exchange(url, address!, request, outside.connect, limit.signal);
    return { ...answer, durationMs: Math.round(outside.now() - started), address: address! };
  } finally {
    stopTimer();
  }
}

type Answer = Omit<PublicResponse, 'durationMs' | 'address'>;

function exchange(
  url: URL,
  address: string,
  request: PublicRequest,
  connectTo: Network['connect'],
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = startRequest({
      method: request.method,
      path: url.pathname + url.search,
      headers: headersOf(url, request),
      maxHeaderSize: MAX_HEADER_BYTES,
      // A socket handed over like this belongs to no agent: it is not kept alive and goes through no proxy.
      createConnection: () => connectTo(tlsOptions(url, address)),
    });
    let answered = false;
    const fail = (error: Error) => {
      if (!answered) reject(connectionFailed(error));
      outgoing.destroy();
    };
    outgoing.on('error', fail);
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

const headersOf = (url: URL, { headers, body }: PublicRequest) => ({
  ...headers,
  Host: url.hostname,
  Connection: 'close',
  ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
});

/** Says explicitly what environment variables could otherwise loosen. */
const tlsOptions = (url: URL, address: string): ConnectionOptions => ({
  host: address,
  port: 443,
  servername: url.hostname,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  ALPNProtocols: ['http/1.1'],
});

/** A host may say 1xx a few times before its answer, and may not change the protocol. */
function limitInformationalResponses(outgoing: ClientRequest, refuse: () => void): void {
  let informational = 0;
  outgoing.on('information', () => {
    if (++informational > MAX_INFORMATIONAL_RESPONSES) refuse();
  });
  outgoing.on('upgrade', (_response, socket) => {
    // The request has let go of its socket, so nobody else closes it or hears its errors.
    socket.on('error', () => {}).destroy();
    refuse();
  });
}

/** Reads up to that many bytes. However the body ends, what has come of it is the result. */
function readBody(response: IncomingMessage, maxBytes: number): Promise<Pick<Answer, 'body' | 'truncated'>> {
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
