import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { answerAws } from '../other-account/answer-aws.ts';
import { isAwsHost } from '../other-account/hosts.ts';
import type { OtherAccount } from '../other-account/other-account.ts';
import { refusalOf } from '../runner/guard.ts';
import { INBOX_HOST } from '../runner/local-hosts.ts';
import { certificateOf } from './certificate.ts';
import type { Inbox } from './inbox.ts';

type Receiver = { port: number; stop: () => Promise<void> };

/** Larger than any event. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Receives deliveries for the inbox, and calls of AWS for the emulated account, over TLS on a free loopback port. Its certificate is created on the first
 * connection, so that starts without webhooks are not slowed down.
 */
export async function startReceiver(inbox: Inbox, account: OtherAccount, home: string): Promise<Receiver> {
  let context: Promise<SecureContext> | undefined;
  const server = createServer({
    SNICallback: (_name, callBack) => {
      context ??= certificateOf(home, INBOX_HOST).then(createSecureContext);
      context.then(
        (made) => callBack(null, made),
        (error: Error) => callBack(error),
      );
    },
  });
  const waiting = new Set<NodeJS.Timeout>();
  server.on('request', (request, response) => {
    const refusal = refusalOf(request, { isHost: isReceived });
    if (refusal) return response.writeHead(refusal.status, { connection: 'close' }).end(refusal.message);
    void readBody(request).then((body) => {
      if (body === undefined) return response.writeHead(413, { connection: 'close' }).end();
      if (!isAwsHost(request.headers.host)) return answer(inbox, request, response, body, waiting);
      const { method = '', url: path = '/', headers } = request;
      const answered = answerAws(account, { method, path, headers, body });
      response.writeHead(answered.status, answered.headers).end(answered.body);
    });
  });
  // Requests that are not valid TLS or HTTP are no deliveries.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isReceived = (host: string): boolean => host.replace(/:\d+$/, '') === INBOX_HOST || isAwsHost(host);

function answer(
  inbox: Inbox,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  waiting: Set<NodeJS.Timeout>,
): void {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const note = inbox.receive({
    receivedAt: new Date(),
    method: request.method ?? '',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  });
  const { status, retryAfter, delay = 0 } = inbox.answer;
  const timer = setTimeout(() => {
    waiting.delete(timer);
    if (response.destroyed) return;
    response.writeHead(status, {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      // Reveals senders that follow redirects.
      ...(status === 301 && { location: `${inbox.url}moved` }),
    });
    response.end(status === 200 ? (calendarAnswer(request) ?? challengeAnswer(body)) : undefined);
  }, delay * 1000);
  waiting.add(timer);
  response.on('close', () => {
    clearTimeout(timer);
    waiting.delete(timer);
    note(response.writableFinished ? status : 'sender gave up');
  });
}

/** A calendar to read as a busy feed: what its address has in `calendar`; undefined for any other request. */
function calendarAnswer({ method, url = '/' }: IncomingMessage): string | undefined {
  if (method !== 'GET') return undefined;
  return new URL(url, `https://${INBOX_HOST}`).searchParams.get('calendar') ?? undefined;
}

/**
 * The answer to a challenge of MCP events, by which a client's callback proves that it wants events; undefined for any
 * other request.
 */
function challengeAnswer(body: Buffer): string | undefined {
  const text = body.toString();
  if (!text.startsWith('{"type":"verification"')) return undefined;
  const { challenge } = JSON.parse(text) as { challenge: string };
  return JSON.stringify({ challenge });
}

/** Undefined if it is too large. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => resolve(size > BODY_MAX_BYTES ? undefined : Buffer.concat(chunks)));
    request.on('error', () => undefined);
  });
}
