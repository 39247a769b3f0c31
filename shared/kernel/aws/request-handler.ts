import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

/** Errors of sockets that the SDK repeats a call for, by the name `TimeoutError`, as its own request handler does. */
const CLOSED = ['ECONNRESET', 'EPIPE'];
const REPEATED = [...CLOSED, 'ETIMEDOUT'];

/** What calls of AWS's JSON services have of the SDK's request: a body of text, no query. */
interface SdkRequest {
  protocol: string;
  hostname: string;
  port?: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

interface SdkResponse {
  statusCode: number;
  reason: string | undefined;
  headers: Record<string, string>;
  body: Uint8Array;
}

interface Timeouts {
  /** Until a new connection is open, in milliseconds. */
  connectMs: number;
  /** From when a connection is there until the whole answer is, in milliseconds. */
  requestMs: number;
}

export interface ConnectionLimits extends Timeouts {
  /** How many connections there are at most. */
  connections: number;
}

export type RequestHandler = ReturnType<typeof bytesRequestHandler>;
export type AwsAnswer = Awaited<ReturnType<RequestHandler['handle']>>;

/**
 * A request handler for a client of the SDK that collects each answer and hands it over as bytes. The SDK's own hands
 * over a stream and sets several timers for each call; what that costs shows `npm run bench -- cpu`.
 */
export function bytesRequestHandler({ connectMs, requestMs, connections: maxSockets }: ConnectionLimits) {
  const http = droppingIdle(new HttpAgent({ keepAlive: true, maxSockets }));
  const https = droppingIdle(new HttpsAgent({ keepAlive: true, maxSockets }));
  return {
    metadata: { handlerProtocol: 'http/1.1' },

    /** Rejects with an error that the SDK's retries know; a call that is aborted is destroyed. */
    handle(sdkRequest: SdkRequest, { abortSignal: signal }: { abortSignal?: AbortSignal } = {}) {
      const { protocol, hostname, port, method, path, headers, body } = sdkRequest;
      const isHttps = protocol === 'https:';
      const { agent, dropIdle } = isHttps ? https : http;
      dropIdle();
      const options = { hostname, port, method, path, headers, agent };
      return new Promise<{ response: SdkResponse }>((resolve, reject) => {
        const request = (isHttps ? httpsRequest : httpRequest)(signal ? { ...options, signal } : options);
        let stop = () => {};
        let answers = false;
        const fail = (error: NodeJS.ErrnoException) => {
          stop();
          const { code = '' } = error;
          if (REPEATED.includes(code)) error.name = 'TimeoutError';
          // A connection that had served a call was closed while it was idle, and with it those of its age.
          const isStale = request.reusedSocket && !answers && CLOSED.includes(code);
          if (isStale) dropIdle(0);
          reject(Object.assign(error, { isStale }));
        };
        request.on('error', fail);
        // Not before: calls that wait for a connection to be free would be given up and repeated by the dozen.
        request.on('socket', (socket) => {
          stop = giveUpAfter(requestMs, () => request.destroy(timeout(`no answer within ${requestMs} ms`)));
          if (!socket.connecting) return;
          const late = () => request.destroy(timeout(`no connection within ${connectMs} ms`));
          const connected = giveUpAfter(connectMs, late);
          socket.once('connect', connected);
          request.once('close', connected);
        });
        request.on('response', (incoming) => {
          answers = true;
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', fail);
          incoming.on('end', () => {
            stop();
            resolve({ response: toResponse(incoming, chunks) });
          });
        });
        request.end(body);
      });
    },

    destroy() {
      http.agent.destroy();
      https.agent.destroy();
    },
  };
}

/**
 * Between two invocations, a function is frozen, while its connections are closed at the other end. A call on one of them
 * would fail, and so load the SDK; those that have been idle for that long are not used again.
 */
const IDLE_MS = 20_000;

function droppingIdle<A extends HttpAgent>(agent: A) {
  const freedAt = new WeakMap<Duplex, number>();
  agent.on('free', (socket: Duplex) => freedAt.set(socket, Date.now()));
  return {
    agent,
    dropIdle: (idleMs = IDLE_MS): void => {
      const idleSince = Date.now() - idleMs;
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
        if ((freedAt.get(socket) ?? idleSince) <= idleSince) socket.destroy();
      }
    },
  };
}

/**
 * Gives up after a time unless it is stopped, at the latest by what has arrived by then: a process that got no CPU for
 * that long learns of its timers before it reads its sockets.
 */
function giveUpAfter(ms: number, giveUp: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (immediate = setImmediate(giveUp)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

const toResponse = (incoming: IncomingMessage, chunks: readonly Buffer[]): SdkResponse => ({
  statusCode: incoming.statusCode!,
  reason: incoming.statusMessage,
  headers: incoming.headers as Record<string, string>,
  body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
});

const timeout = (reason: string): Error =>
  Object.assign(new Error(`AWS gave ${reason}.`), { name: 'TimeoutError' });
