import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../operation/describe-error.ts';
import { ApiError } from '../../core/errors.ts';
import { withChallenge } from './challenge.ts';
import { routeKeyOf } from './methods.ts';
import { type Services } from '../../core/services.ts';
import { viewerAddress } from './viewer-address.ts';
import type { WebRequest, WebResponse, WebRoute } from '../operation/web-route.ts';
import { lambdaServices } from './lambda-services.ts';

/** The most bytes of a request's body (docs/specification.md, "Values"). */
const BODY_MAX_BYTES = 64 * 1024;

interface WebHandlerOptions {
  services?: () => Services;
}

/**
 * The Lambda handler of web routes behind an HTTP API (payload format 2.0). What a route throws is answered in
 * the error envelope; what is not meant for the caller is logged and shown as nothing but a request id.
 */
export function webHandler(routes: readonly WebRoute[], options: WebHandlerOptions = {}) {
  const { services = lambdaServices } = options;
  const byKey = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const request = toWebRequest(event);
    const route = byKey.get(routeKeyOf(event));
    try {
      request.sourceIp = await viewerAddress(event, services());
      if (!route) throw new Error(`This function serves no ${request.method} ${request.path}.`);
      if (request.body.length > BODY_MAX_BYTES) {
        const error = new ApiError(
          'request_too_large',
          `The body is larger than ${BODY_MAX_BYTES / 1024} KiB.`,
        );
        if (!route.refuse) throw error;
        return toResult(await route.refuse(error, request, services()), request);
      }
      return toResult(await route.handle(request, services()), request);
    } catch (error) {
      return toResult(errorEnvelope(error, request, route), request);
    }
  };
}

export function toWebRequest(event: APIGatewayProxyEventV2): WebRequest {
  return {
    requestId: event.requestContext.requestId,
    method: event.requestContext.http.method,
    path: event.rawPath,
    parameters: { ...event.pathParameters } as Record<string, string>,
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

/** The error envelope, as the answer of a web route. */
export function errorEnvelope(
  error: unknown,
  { requestId }: WebRequest,
  route: Pick<WebRoute, 'id'> | undefined,
): WebResponse {
  const { shown, body } = describeError(error, { requestId, operationId: route?.id });
  return {
    status: shown.status,
    headers: {
      'content-type': 'application/json',
      ...(shown.status === 503 || shown.status === 429 ? { 'retry-after': '1' } : {}),
      ...shown.headers,
    },
    body: JSON.stringify({ data: null, error: body }),
  };
}

/** An answer as Lambda gives it to the gateway. */
export function toResult(
  { status, headers = {}, cookies = [], body = '' }: WebResponse,
  { requestId }: WebRequest,
): APIGatewayProxyStructuredResultV2 {
  const binary = Buffer.isBuffer(body);
  return {
    statusCode: status,
    headers: withChallenge({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...headers,
    }),
    ...(cookies.length > 0 ? { cookies } : {}),
    body: binary ? body.toString('base64') : body,
    isBase64Encoded: binary,
  };
}
