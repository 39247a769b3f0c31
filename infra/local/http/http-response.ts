import type { InvocationOutcome, StructuredResponse } from '../lambda/invocation.ts';

export type HttpResponse = {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string | string[]>;
  body: string | Buffer;
};

/** Lambda's limit for what a function returns, in bytes of its JSON. */
const RESPONSE_MAX_BYTES = 6_291_556;
/** A character has at most this many bytes in JSON: `\\u0001`. */
const CHARACTER_MAX_BYTES = 6;

/** The gateway's own responses; 421 is specific to the runner (RFC 9110, section 15.5.20). */
export const gatewayResponse = {
  badRequest: () => message(400, 'Bad Request'),
  notFound: () => message(404, 'Not Found'),
  headersTooLarge: () => message(431, 'Request Header Fields Too Large'),
  tooLarge: () => message(413, 'Request Entity Too Large'),
  internalError: () => message(500, 'Internal Server Error'),
  unavailable: () => message(503, 'Service Unavailable'),
};

/** Set by the gateway itself, regardless of the function. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The HTTP response for a function's result, payload format 2.0: a result with a statusCode is converted, any
 * other is sent as JSON with status 200, a failure becomes the gateway's own 500 or 503.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html#http-api-develop-integrations-lambda.v2
 */
export function toHttpResponse(outcome: InvocationOutcome): HttpResponse {
  switch (outcome.kind) {
    case 'response':
      return fromStructured(outcome.response) ?? gatewayResponse.internalError();
    case 'json': {
      const value: unknown = outcome.json.startsWith('"') ? JSON.parse(outcome.json) : outcome.json;
      return { status: 200, headers: { 'content-type': 'application/json' }, body: String(value) };
    }
    case 'error':
      return gatewayResponse.internalError();
    case 'timeout':
      return gatewayResponse.unavailable();
  }
}

/** Undefined if the gateway would reject the result. */
function fromStructured(response: StructuredResponse): HttpResponse | undefined {
  const status = Number(response.statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const text = response.body ?? '';
  if (typeof text !== 'string' || isTooLarge(text)) return undefined;
  const headers: HttpResponse['headers'] = {};
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    const key = name.toLowerCase();
    if (!RESERVED.has(key) && isScalar(value)) headers[key] = String(value);
  }
  if (Array.isArray(response.cookies) && response.cookies.length > 0) {
    const own = headers['set-cookie'];
    headers['set-cookie'] = [...(typeof own === 'string' ? [own] : []), ...response.cookies.map(String)];
  }
  headers['content-type'] ??= 'text/plain; charset=utf-8';
  return { status, headers, body: response.isBase64Encoded === true ? Buffer.from(text, 'base64') : text };
}

const isTooLarge = (body: string): boolean =>
  body.length * CHARACTER_MAX_BYTES > RESPONSE_MAX_BYTES &&
  Buffer.byteLength(JSON.stringify(body)) > RESPONSE_MAX_BYTES;

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function message(status: number, text: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message: text }) };
}

/** The header that API Gateway renames. */
const RENAMED = 'www-authenticate';

/**
 * What API Gateway does to the challenge of a 401. With `renamed` the function's header arrives as
 * `x-amzn-remapped-www-authenticate`, and a response parameter of the integration can set the header again; with
 * `lost` such a parameter has no effect on it either. AWS documents the first for REST APIs only; it was measured on
 * HTTP APIs too (anthropics/claude-ai-mcp#748), and nothing was found on the second.
 */
export type ChallengeHeader = 'kept' | 'renamed' | 'lost';

/** Sets the response headers that an integration maps for a status, after renaming the challenge. */
export function mapHeaders(
  response: HttpResponse,
  mapped: HeaderMapping[],
  challengeHeader: ChallengeHeader,
): HttpResponse {
  const { [RENAMED]: challenge, ...headers } = response.headers;
  if (challenge !== undefined) {
    headers[challengeHeader === 'kept' ? RENAMED : `x-amzn-remapped-${RENAMED}`] = challenge;
  }
  for (const { name, from } of mapped) {
    const value = response.headers[from];
    if (value !== undefined && !(name === RENAMED && challengeHeader === 'lost')) headers[name] = value;
  }
  return { ...response, headers };
}

/** A response header that an integration overwrites with another header of the function's response. */
export type HeaderMapping = { name: string; from: string };
