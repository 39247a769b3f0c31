import type { IncomingMessage } from 'node:http';
import { randomText } from '../runner/random.ts';
import { decode } from './routes.ts';
import type { Match } from './routes.ts';
import { newTraceId } from '../runner/trace.ts';

/** Headers that belong to the connection between client and gateway, not to the request. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The content types whose body reaches the function as text; any other, a form or none at all included,
 * arrives as base64. AWS documents only that "binary" bodies are encoded; this is what HTTP APIs do.
 */
const TEXT = /^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type HttpRequest = {
  message: IncomingMessage;
  rawPath: string;
  rawQueryString: string;
  body: Buffer | undefined;
  requestId: string;
  apiId: string;
  accountId: string;
};

/** `body` is text or base64. */
export type HttpEvent = { body?: string; [field: string]: unknown };

/**
 * The event an HTTP API gives a function, payload format 2.0. The path arrives percent-decoded, cookies
 * leave the headers for a list of their own, and what is empty is left out.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function toEvent(request: HttpRequest, { route, pathParameters }: Match<unknown>): HttpEvent {
  const { message, rawQueryString, body, requestId, apiId, accountId } = request;
  const now = new Date();
  const { headers, cookies } = readHeaders(message, body?.length ?? 0, now);
  const path = decode(request.rawPath);
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const event: HttpEvent = {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: path,
    rawQueryString,
  };
  if (cookies) event.cookies = cookies;
  event.headers = headers;
  if (rawQueryString) event.queryStringParameters = readQuery(rawQueryString);
  event.requestContext = {
    accountId,
    apiId,
    domainName,
    domainPrefix: domainName.split('.', 1)[0],
    http: {
      method: message.method,
      path,
      protocol: `HTTP/${message.httpVersion}`,
      sourceIp: sourceIp(message),
      userAgent: headers['user-agent'] ?? '',
    },
    requestId,
    routeKey: route.routeKey,
    stage: '$default',
    time: formatTime(now),
    timeEpoch: now.getTime(),
  };
  if (pathParameters) event.pathParameters = pathParameters;
  const isText = TEXT.test(headers['content-type'] ?? '');
  if (body?.length) event.body = body.toString(isText ? 'utf8' : 'base64');
  event.isBase64Encoded = Boolean(body?.length) && !isText;
  return event;
}

/** An id in the form HTTP APIs give: sixteen characters of base64. */
export function newRequestId(): string {
  return randomText(11, 'base64');
}

function readHeaders(message: IncomingMessage, length: number, now: Date) {
  const headers: Record<string, string> = {};
  let cookies: string[] | undefined;
  const { rawHeaders } = message;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const value = rawHeaders[i + 1]!;
    if (name === 'cookie') {
      (cookies ??= []).push(
        ...value
          .split(';')
          .map((cookie) => cookie.trim())
          .filter(Boolean),
      );
    } else if (!HOP_BY_HOP.has(name)) {
      headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
    }
  }
  headers['content-length'] = String(length);
  const address = sourceIp(message);
  headers['x-amzn-trace-id'] ??= newTraceId(now.getTime());
  headers['x-forwarded-for'] = headers['x-forwarded-for']
    ? `${headers['x-forwarded-for']}, ${address}`
    : address;
  headers['x-forwarded-port'] = String(message.socket.localPort ?? '');
  headers['x-forwarded-proto'] = 'http';
  return { headers, cookies };
}

function readQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(values);
}

function sourceIp({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '127.0.0.1';
}

/** CLF time as API Gateway writes it: `12/Mar/2020:19:03:58 +0000`. */
function formatTime(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]!}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
