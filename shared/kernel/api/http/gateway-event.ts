import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { WebRequest, WebResponse } from '../operation/web-route.ts';
import { withChallenge } from './challenge.ts';

/** The request of an HTTP API's event (payload format 2.0), whose path has the given parameters. */
export function toWebRequest(
  event: APIGatewayProxyEventV2,
  parameters: WebRequest['parameters'] = {},
): WebRequest {
  return {
    requestId: event.requestContext.requestId,
    method: event.requestContext.http.method,
    path: event.rawPath,
    parameters,
    query: new URLSearchParams(event.rawQueryString),
    headers: event.headers,
    cookies: Object.fromEntries((event.cookies ?? []).map(splitCookie)),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: event.requestContext.http.sourceIp,
  };
}

function splitCookie(cookie: string): [string, string] {
  const equals = cookie.indexOf('=');
  return [cookie.slice(0, equals), cookie.slice(equals + 1)];
}

/**
 * From this size on, in bytes, a text is sent in base64: Lambda's limit of 6 MB is for the whole response as JSON, in
 * which a text of quotes and line breaks is twice as long, and one in base64 always a third longer.
 */
const PLAIN_MAX_BYTES = 2_000_000;

/** The response in the format that Lambda returns to the gateway, with the headers that every response has. */
export function toGatewayResult(
  { status, headers = {}, cookies = [], body = '' }: WebResponse,
  { requestId }: Pick<WebRequest, 'requestId'>,
): APIGatewayProxyStructuredResultV2 {
  const bytes =
    typeof body === 'string' && Buffer.byteLength(body) > PLAIN_MAX_BYTES ? Buffer.from(body) : body;
  const isEncoded = Buffer.isBuffer(bytes);
  return {
    statusCode: status,
    headers: withChallenge({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...headers,
    }),
    ...(cookies.length > 0 ? { cookies } : {}),
    body: isEncoded ? bytes.toString('base64') : bytes,
    isBase64Encoded: isEncoded,
  };
}
