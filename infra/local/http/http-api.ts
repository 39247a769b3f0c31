import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpApiDefinition } from './api-definition.ts';
import { applyCors, preflightResponse } from './cors.ts';
import { newRequestId, toHttpEvent } from './http-event.ts';
import { gatewayResponse, mapHeaders, toHttpResponse } from './http-response.ts';
import type { ChallengeHeader, HttpResponse } from './http-response.ts';
import type { InvocationOutcome, Invoke } from '../lambda/invocation.ts';
import { createRouter } from './routes.ts';
import { pathAtGateway, withoutTrailingSlash } from '../../../shared/kernel/slugs/host-addresses.ts';
import {
  chosenHosts,
  foreignHost,
  isOwnHost,
  originsOf,
  refusalOf,
  servedHosts,
  type Refusal,
} from '../runner/guard.ts';
import { isReportedFullDisk } from '../runner/full-disk.ts';
import { StartError } from '../runner/start-error.ts';
import { type LocalRequest, LOCAL_PREFIX } from './local-request.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const BODY_MAX_BYTES = 10 * 1024 * 1024;
/** The request line and the values of headers together. */
const HEAD_MAX_BYTES = 10_240;
/** Lambda accepts events of up to 6 MB, including base64 overhead. */
const EVENT_BODY_MAX_BYTES = 6 * 1024 * 1024;
/** The response to malformed HTTP. */
const MALFORMED = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json',
  'content-length: 25',
  'connection: close',
  '',
  '{"message":"Bad Request"}',
].join('\r\n');
/** The time for which stop() waits for requests in progress, in milliseconds. */
const DRAIN_MS = 2_000;

/** Where the API says that it can serve requests (shared/surface/system/get-api-readiness.ts). */
const READINESS_PATH = '/readiness';

type HttpApi = {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  baseUrl: string;
  /**
   * Starts serving, with the runner's own paths before the template's; until then, every request gets a 503.
   */
  serve: (definition: HttpApiDefinition, invoke: Invoke, answerLocal: AnswerLocal) => void;
  /** Whether `/readiness` says that the service is ready, if the API does; true by default. */
  setReady: (isReady: boolean) => void;
  stop: () => Promise<void>;
};

/** Responds to a request to the runner itself. */
type AnswerLocal = (request: LocalRequest) => HttpResponse | Promise<HttpResponse>;

type Handler = (message: IncomingMessage, requestId: string) => Promise<HttpResponse>;

/**
 * Opens the port (0 for any free one) on the loopback interface, for requests that name this machine or one of `hosts`.
 * Throws a StartError if it is in use.
 */
export async function openHttpApi(
  port: number,
  challengeHeader: ChallengeHeader,
  hosts: readonly string[] = [],
): Promise<HttpApi> {
  const isHost = servedHosts(hosts);
  let handle: Handler = () => Promise.resolve(gatewayResponse.unavailable());
  let isReady = true;
  const server = createServer((message, response) => {
    const requestId = newRequestId();
    // A client that disconnects must not crash the server.
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    // A page whose name was rebound to this machine would read the answers.
    const foreign = foreignHost(message.headers, isHost);
    if (foreign) {
      message.resume();
      return send(message, response, requestId, plainResponse(foreign));
    }
    const isEarly = !isReady && splitTarget(message.url ?? '/')[0] === READINESS_PATH;
    (isEarly ? Promise.resolve(gatewayResponse.unavailable()) : handle(message, requestId)).then(
      (answer) => send(message, response, requestId, answer),
      (error: unknown) => {
        // Either the client disconnected, or the runner is at fault and must not hide it.
        if (!response.destroyed && !isReportedFullDisk(error)) console.error(error);
        send(message, response, requestId, gatewayResponse.internalError());
      },
    );
    // The last response before shutdown closes its connection.
    response.on('finish', () => {
      if (!server.listening) message.socket.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(MALFORMED);
    else socket.destroy();
  });
  await listen(server, port);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (definition, invoke, answerLocal) => {
      handle = localFirst(answerLocal, createHandler(definition, invoke, challengeHeader), hosts);
    },
    setReady: (ready) => (isReady = ready),
    stop: () => stop(server),
  };
}

function localFirst(answerLocal: AnswerLocal, apiHandler: Handler, hosts: readonly string[]): Handler {
  const isHost = chosenHosts(hosts);
  return async (message, requestId) => {
    const [path, query] = splitTarget(message.url ?? '/');
    if (!path.startsWith(LOCAL_PREFIX)) return apiHandler(message, requestId);
    const refusal = refusalOf(message, { isHost, origins: originsOf(message.headers) });
    if (refusal) return plainResponse(refusal);
    const body = await readBody(message);
    return body === 'too large'
      ? gatewayResponse.tooLarge()
      : answerLocal({ message, path: withoutTrailingSlash(path), query, body });
  };
}

const plainResponse = ({ status, message }: Refusal): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: message,
});

function createHandler(
  { apiId, accountId, cors, routes }: HttpApiDefinition,
  invoke: Invoke,
  challengeHeader: ChallengeHeader,
): Handler {
  const match = createRouter(routes);
  const answer: Handler = async (message, requestId) => {
    if (headBytes(message) > HEAD_MAX_BYTES) return gatewayResponse.headersTooLarge();
    const body = await readBody(message);
    if (body === 'too large') return gatewayResponse.tooLarge();
    const [path, rawQueryString] = splitTarget(message.url ?? '/');
    // As the edge does, where there is one.
    const rawPath = isOwnHost(message.headers.host) ? withoutTrailingSlash(path) : pathAtGateway(path);
    const found = match(message.method ?? 'GET', rawPath);
    if (!found) return gatewayResponse.notFound();
    const event = toHttpEvent({ message, rawPath, rawQueryString, body, requestId, apiId, accountId }, found);
    if ((event.body?.length ?? 0) > EVENT_BODY_MAX_BYTES) return gatewayResponse.tooLarge();
    const { fn, timeoutMs, headerMappings } = found.route.target;
    const response = toHttpResponse(await within(timeoutMs, invoke(fn, event)));
    return mapHeaders(response, headerMappings.get(response.status) ?? [], challengeHeader);
  };
  if (!cors) return answer;
  return async (message, requestId) => {
    const preflight = preflightResponse(cors, message);
    if (preflight) return preflight;
    const response = await answer(message, requestId);
    applyCors(cors, message, response);
    return response;
  };
}

const headBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage): number =>
  `${method} ${url} HTTP/1.1`.length +
  rawHeaders.reduce((sum, text, index) => sum + (index % 2 === 0 ? 0 : text.length), 0);

/** The whole body; undefined if there is none. A body over the limit is read to the end but discarded. */
function readBody(message: IncomingMessage): Promise<Buffer | 'too large' | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    message.on('end', () => resolve(size > BODY_MAX_BYTES ? 'too large' : Buffer.concat(chunks)));
    message.on('close', () => {
      if (!message.complete) reject(new Error('the client went away'));
    });
  });
}

/**
 * Path and query of a request target; the origin of an absolute-form target (from a client that uses us as a
 * proxy) is dropped.
 */
function splitTarget(url: string): [string, string] {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/';
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** The gateway stops waiting; the function runs until its own timeout. */
function within(ms: number, invocation: Promise<InvocationOutcome>): Promise<InvocationOutcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'timeout' }), ms);
    void invocation.then((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
}

function send(
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpResponse,
): void {
  if (response.destroyed) return;
  const { status, headers, body } = answer;
  headers['apigw-requestid'] = requestId;
  if (status !== 204 && status !== 304) headers['content-length'] = String(Buffer.byteLength(body));
  try {
    response.writeHead(status, headers);
  } catch {
    // A header that HTTP does not allow, for example one with a line break.
    return send(message, response, requestId, gatewayResponse.internalError());
  }
  response.end(message.method === 'HEAD' ? undefined : body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = { EADDRINUSE: 'is in use', EACCES: 'is not one you may open' };
      const reason = reasons[error.code ?? ''] ?? `cannot be opened (${error.message})`;
      reject(
        new StartError(
          `Port ${port} ${reason}; set PORT to another one, for example PORT=${port + 1} npm start.`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
