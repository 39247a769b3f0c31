import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { randomBytes } from 'node:crypto';
import { bearerToken } from '../auth/authenticate.ts';
import { sandboxDatabase } from '../db/client.ts';
import { createReader } from '../db/reader.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { systemClock } from '../lib/clock.ts';
import { errorFields, logger } from '../lib/logger.ts';
import { toJsonText } from '../lib/json.ts';
import { cursorKeyFromSecrets } from './cursor-key.ts';
import { ApiError, invalidRequest, type ErrorCode } from './errors.ts';
import { execute, type Result, type Services } from './execute.ts';
import { idempotencyClaim } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { BODY_LIMIT, bodyBytes, idempotencyKey, parseInput, type ApiEvent, type Input } from './request.ts';

type Response = APIGatewayProxyStructuredResultV2;

const sandboxServices = (): Services => ({
  database: sandboxDatabase(),
  cursorKey: cursorKeyFromSecrets,
  now: systemClock,
  randomBytes,
});

interface HttpHandlerOptions {
  services?: () => Services;
  /** The error for a request that no operation of the group takes. */
  otherwise?: (method: string, path: string) => Error;
}

const noRoute = (method: string, path: string) => new Error(`This function serves no ${method} ${path}.`);

/**
 * The Lambda handler of a group of operations behind an HTTP API (payload format 2.0). Every answer is the
 * success or the error envelope; what is thrown and is not an ApiError is logged whole and shown as nothing
 * but a request id.
 */
export function httpHandler(operations: readonly Operation[], options: HttpHandlerOptions = {}) {
  const { services = sandboxServices, otherwise = noRoute } = options;
  const routes = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const parseBody = jsonBodyParser();
  return middy<ApiEvent, Response, Error, Context>({
    timeoutEarlyInMillis: 250,
    timeoutEarlyResponse: answerInTime,
  })
    .before(({ event }) => {
      event.rawBody = event.body as string | undefined;
    })
    .before((request) => {
      refuseLargeBody(request.event);
      if (request.event.rawBody) return parseBody.before?.(request as never) as undefined;
    })
    .onError((request) => {
      request.response = errorResponse(request.error, request.event, routes.get(request.event.routeKey));
    })
    .handler(async (event) => {
      const operation = routes.get(event.routeKey);
      if (!operation) throw otherwise(event.requestContext.http.method, event.rawPath);
      return successResponse(await run(operation, event, services()), operation, event);
    });
}

async function run(operation: Operation, event: ApiEvent, services: Services): Promise<Result> {
  if (operation.scopes === null) {
    parseInput(operation, event);
    const call = { read: createReader(services.database), now: services.now() };
    return { data: await operation.handle(call as never), replayed: false };
  }
  const token = bearerToken(event.headers, event.rawQueryString);
  const { input, key } = judge(operation, event);
  const claim =
    key === undefined
      ? undefined
      : idempotencyClaim(
          operation,
          token,
          { idempotencyKey: key, path: event.rawPath, body: bodyBytes(event) },
          services.now(),
        );
  return await execute(services, { operation, token, input, claim });
}

/** Bad input is kept, not thrown: who may not call learns that first. */
function judge(operation: Operation, event: ApiEvent): { input: Input | ApiError; key?: string | undefined } {
  try {
    const key = idempotencyKey(operation, event);
    return { input: parseInput(operation, event), key };
  } catch (error) {
    if (error instanceof ApiError) return { input: error };
    throw error;
  }
}

function refuseLargeBody(event: ApiEvent): void {
  if (bodyBytes(event).length <= BODY_LIMIT) return;
  throw new ApiError('request_too_large', `The body is larger than ${BODY_LIMIT / 1024} KiB.`);
}

function answerInTime(): never {
  throw new ApiError(
    'service_unavailable',
    'The request took too long and may or may not have been carried out.',
  );
}

function successResponse({ data, meta, replayed }: Result, operation: Operation, event: ApiEvent): Response {
  return {
    statusCode: operation.status,
    headers: {
      ...commonHeaders(event),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body: operation.envelope ? envelope(data, meta) : toJsonText(data),
  };
}

function envelope(data: unknown, meta: Result['meta']): string {
  if (!meta) return `{"data":${toJsonText(data)}}`;
  return `{"data":[${(data as unknown[]).map(toJsonText).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

/** The error envelope; also what `$default` answers with. */
export function errorResponse(error: unknown, event: ApiEvent, operation?: Operation): Response {
  const shown = toApiError(error);
  if (shown.status >= 500) {
    logger.error('request failed', {
      requestId: event.requestContext.requestId,
      operation: operation?.id ?? event.routeKey,
      ...errorFields(error),
    });
  }
  const { code, message, details } = shown;
  const hint = `${shown.hint} See ${operation?.id ?? 'the operations'} in /openapi.json.`;
  return {
    statusCode: shown.status,
    headers: {
      ...commonHeaders(event),
      ...(shown.status === 503 || shown.status === 429 ? { 'retry-after': '1' } : {}),
      ...shown.headers,
    },
    body: JSON.stringify({ data: null, error: { code, message, hint, ...details } }),
  };
}

const commonHeaders = (event: ApiEvent): Record<string, string> => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': event.requestContext.requestId,
});

/** The body parser's own errors carry a status: 415 for another content type, 422 for what is not JSON. */
const parserErrors: Record<number, [ErrorCode, string]> = {
  415: ['unsupported_media_type', 'The body is not sent as JSON.'],
  422: ['invalid_request', 'The body is not valid JSON.'],
};

interface ParserError {
  statusCode?: number;
  message?: string;
  cause?: { data?: unknown };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode = 0, message: reason, cause } = (error ?? {}) as ParserError;
  // A key that could reach an object's prototype; the parser tells which.
  if (statusCode === 422 && reason === 'Forbidden key in JSON body') {
    return invalidRequest([{ path: String(cause?.data), message: 'is not a known field' }]);
  }
  const [code, message] = parserErrors[statusCode] ?? [];
  if (code) {
    const hint = code === 'invalid_request' ? { hint: 'Send one JSON object.' } : {};
    return new ApiError(code, message!, hint);
  }
  if (isUnavailable(error))
    return new ApiError('service_unavailable', 'The database does not answer just now.');
  return new ApiError('internal_error', 'Something went wrong on our side.');
}
