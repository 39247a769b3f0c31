import { createServer, request as sendRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { acceptedEncodings, cacheKey } from './cache-key.ts';
import { cachedSeconds } from './error-caching.ts';
import { LOCAL_PREFIX } from '../http/local-request.ts';
import { foreignHost, servedHosts } from '../runner/guard.ts';
import type { EdgeBehavior, EdgeDefinition, EdgeRequest } from './definition.ts';

type Edge = {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  baseUrl: string;
  /** Serves another definition from now on, as a deployment does; what is cached stays. */
  deploy: (definition: EdgeDefinition) => void;
  stop: () => Promise<void>;
};

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const URL_MAX_BYTES = 8_192;

type OriginAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };
type Cached = OriginAnswer & { until: number };

/**
 * Serves a CloudFront distribution on a free loopback port, under this machine's names or one of `hosts`: its viewer
 * function, cache keys, lifetimes and the caching of errors. Left out is what does not change answers: compression, TLS,
 * logs, and `stale-while-revalidate`.
 */
export async function startEdge(
  first: EdgeDefinition,
  hosts: readonly string[] = [],
  now: () => number = Date.now,
): Promise<Edge> {
  const isHost = servedHosts(hosts);
  let definition = first;
  const cache = new Map<string, Cached>();
  const server = createServer((message, response) => {
    const foreign = foreignHost(message.headers, isHost);
    if (foreign) {
      message.resume();
      return void response.writeHead(foreign.status).end(foreign.message);
    }
    // To the API, this server is on the same machine: it would hand the runner's own pages on to any other.
    if (new URL(message.url ?? '/', 'http://edge').pathname.startsWith(LOCAL_PREFIX))
      return void response.writeHead(404).end();
    serve(message, definition, cache, now).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers).end(message.method === 'HEAD' ? undefined : body);
      },
      () => response.writeHead(502, { 'x-cache': 'Error from cloudfront' }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (next) => (definition = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  message: IncomingMessage,
  definition: EdgeDefinition,
  cache: Map<string, Cached>,
  now: () => number,
): Promise<OriginAnswer> {
  if ((message.url ?? '').length > URL_MAX_BYTES) return { status: 414, headers: {}, body: Buffer.alloc(0) };
  const url = new URL(message.url ?? '/', 'http://edge');
  const method = message.method ?? 'GET';
  const behavior = definition.behaviors.find(({ pattern }) => matches(pattern, url.pathname))!;
  const { headers, origin } = viewed(behavior, message, url);
  const isCacheable = method === 'GET' || method === 'HEAD';
  const key = cacheKey({ method, url, headers }, behavior.policy);
  const cached = cache.get(key);
  if (isCacheable && cached && cached.until > now()) return revalidated(cached, headers, 'Hit');
  const body = await buffer(message);
  const answer = await askOrigin(
    { ...definition, ...(origin && { origin }) },
    { method, url, headers, body },
    isCacheable,
  );
  const { status } = answer;
  const seconds = cachedSeconds(
    status,
    String(answer.headers['cache-control'] ?? ''),
    behavior.policy,
    definition.errorSeconds.get(status),
  );
  if (isCacheable && seconds > 0) cache.set(key, { ...answer, until: now() + seconds * 1_000 });
  return revalidated(answer, headers, status >= 400 ? 'Error' : 'Miss');
}

/** The request's headers after the behavior's function, and the host of the origin that it chose, if it did. */
function viewed(
  behavior: EdgeBehavior,
  message: IncomingMessage,
  url: URL,
): { headers: IncomingHttpHeaders; origin: string | undefined } {
  const { cookie, connection: _connection, ...others } = message.headers;
  const pairs = (cookie ?? '').split(';').flatMap((pair) => {
    const [, name, value] = /^\s*([^=]+)=(.*)$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name, { value: value!.trim() }] as const];
  });
  const request: EdgeRequest = {
    method: message.method ?? 'GET',
    uri: url.pathname,
    headers: Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, { value: String(value) }]),
    ),
    cookies: Object.fromEntries(pairs),
  };
  const viewer = { ip: message.socket.remoteAddress ?? '' };
  const { request: changed, origin } = behavior.viewerRequest?.({ request, viewer }) ?? {
    request,
    origin: undefined,
  };
  // In the cache's key and for the origin, but not for the choice of the behavior.
  url.pathname = changed.uri;
  const cookies = Object.entries(changed.cookies).map(([name, { value }]) => `${name}=${value}`);
  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(changed.headers).map(([name, { value }]) => [name, value]),
  );
  // AllViewerExceptHostHeader: only the function sees it.
  delete headers.host;
  const encodings = acceptedEncodings(headers, behavior.policy.encodings);
  if (behavior.policy.encodings.length > 0) headers['accept-encoding'] = encodings.join(',');
  return { headers: { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }, origin };
}

function askOrigin(
  { origin, originHeaders }: EdgeDefinition,
  { method, url, headers, body }: { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer },
  isCacheable: boolean,
): Promise<OriginAnswer> {
  const sent: OutgoingHttpHeaders = { ...headers, ...originHeaders };
  // The edge compares for itself what it caches.
  if (isCacheable) for (const name of ['if-none-match', 'if-modified-since']) delete sent[name];
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      `http://${origin}${url.pathname}${url.search}`,
      { method, headers: sent },
      (incoming) => {
        const { 'transfer-encoding': _t, connection: _c, 'keep-alive': _k, ...rest } = incoming.headers;
        buffer(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode ?? 502, headers: rest, body: bytes }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function revalidated(
  answer: OriginAnswer,
  { 'if-none-match': known }: IncomingHttpHeaders,
  how: string,
): OriginAnswer {
  const headers = { ...answer.headers, 'x-cache': `${how} from cloudfront` };
  const { etag } = headers as { etag?: string };
  if (answer.status !== 200 || etag === undefined || known !== etag) return { ...answer, headers };
  const { 'content-length': _length, ...rest } = headers as OutgoingHttpHeaders;
  return { status: 304, headers: rest, body: Buffer.alloc(0) };
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern */
function matches(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined) return true;
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${source.replaceAll('?', '.')}$`).test(path);
}
