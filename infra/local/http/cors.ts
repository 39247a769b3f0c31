import type { IncomingMessage } from 'node:http';
import type { BodyCors } from '../../constructs/api-body.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * The response to a CORS preflight, which an HTTP API with a CORS configuration sends itself, regardless of
 * its routes; undefined for any other request.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export function preflightResponse(
  cors: BodyCors,
  { method, headers }: IncomingMessage,
): HttpResponse | undefined {
  const isPreflight = method === 'OPTIONS' && headers.origin && headers['access-control-request-method'];
  if (!isPreflight) return undefined;
  const response: HttpResponse = { status: 204, headers: {}, body: '' };
  const origin = allowedOrigin(cors, headers.origin);
  if (origin === undefined) return response;
  setOrigin(response, cors, origin);
  if (cors.allowMethods?.length)
    response.headers['access-control-allow-methods'] = cors.allowMethods.join(',');
  if (cors.allowHeaders?.length)
    response.headers['access-control-allow-headers'] = cors.allowHeaders.join(',');
  if (cors.maxAge !== undefined) response.headers['access-control-max-age'] = String(cors.maxAge);
  return response;
}

/** Replaces CORS headers set by the function with the configured ones. */
export function applyCors(cors: BodyCors, { headers }: IncomingMessage, response: HttpResponse): void {
  for (const name of Object.keys(response.headers)) {
    if (name.startsWith('access-control-')) delete response.headers[name];
  }
  const origin = allowedOrigin(cors, headers.origin);
  if (origin === undefined) return;
  setOrigin(response, cors, origin);
  if (cors.exposeHeaders?.length)
    response.headers['access-control-expose-headers'] = cors.exposeHeaders.join(',');
}

function setOrigin(response: HttpResponse, cors: BodyCors, origin: string): void {
  response.headers['access-control-allow-origin'] = origin;
  if (cors.allowCredentials) response.headers['access-control-allow-credentials'] = 'true';
}

/** `*`, an exact origin, or all origins of a scheme (`https://*`). */
function allowedOrigin({ allowOrigins = [] }: BodyCors, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  if (allowOrigins.includes('*')) return '*';
  const isAllowed = allowOrigins.some(
    (allowed) => allowed === origin || (allowed.endsWith('://*') && origin.startsWith(allowed.slice(0, -1))),
  );
  return isAllowed ? origin : undefined;
}
