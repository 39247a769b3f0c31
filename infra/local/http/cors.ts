import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response.ts';

/** `CorsConfiguration` of AWS::ApiGatewayV2::Api; MaxAge in seconds. */
export type CorsConfiguration = {
  AllowOrigins?: string[];
  AllowMethods?: string[];
  AllowHeaders?: string[];
  ExposeHeaders?: string[];
  MaxAge?: number;
  AllowCredentials?: boolean;
};

/**
 * The response to a CORS preflight, which an HTTP API with a CORS configuration sends itself, regardless of
 * its routes; undefined for any other request.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export function preflightResponse(
  cors: CorsConfiguration,
  { method, headers }: IncomingMessage,
): HttpResponse | undefined {
  const isPreflight = method === 'OPTIONS' && headers.origin && headers['access-control-request-method'];
  if (!isPreflight) return undefined;
  const response: HttpResponse = { status: 204, headers: {}, body: '' };
  const origin = allowedOrigin(cors, headers.origin);
  if (origin === undefined) return response;
  setOrigin(response, cors, origin);
  if (cors.AllowMethods?.length)
    response.headers['access-control-allow-methods'] = cors.AllowMethods.join(',');
  if (cors.AllowHeaders?.length)
    response.headers['access-control-allow-headers'] = cors.AllowHeaders.join(',');
  if (cors.MaxAge !== undefined) response.headers['access-control-max-age'] = String(cors.MaxAge);
  return response;
}

/** Replaces CORS headers set by the function with the configured ones. */
export function applyCors(
  cors: CorsConfiguration,
  { headers }: IncomingMessage,
  response: HttpResponse,
): void {
  for (const name of Object.keys(response.headers)) {
    if (name.startsWith('access-control-')) delete response.headers[name];
  }
  const origin = allowedOrigin(cors, headers.origin);
  if (origin === undefined) return;
  setOrigin(response, cors, origin);
  if (cors.ExposeHeaders?.length)
    response.headers['access-control-expose-headers'] = cors.ExposeHeaders.join(',');
}

function setOrigin(response: HttpResponse, cors: CorsConfiguration, origin: string): void {
  response.headers['access-control-allow-origin'] = origin;
  if (cors.AllowCredentials) response.headers['access-control-allow-credentials'] = 'true';
}

/** `*`, an exact origin, or all origins of a scheme (`https://*`). */
function allowedOrigin(
  { AllowOrigins = [] }: CorsConfiguration,
  origin: string | undefined,
): string | undefined {
  if (origin === undefined) return undefined;
  if (AllowOrigins.includes('*')) return '*';
  const isAllowed = AllowOrigins.some(
    (allowed) => allowed === origin || (allowed.endsWith('://*') && origin.startsWith(allowed.slice(0, -1))),
  );
  return isAllowed ? origin : undefined;
}
