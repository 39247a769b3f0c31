import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { authenticateRequest } from '../../auth/authenticate-request.ts';
import { createReader } from '../../db/reader.ts';
import { toJsonText } from '../../core/json.ts';
import { executeBulk } from '../bulk/execute-bulk.ts';
import { describeError } from '../operation/describe-error.ts';
import { ApiError } from '../../core/errors.ts';
import { execute, type Result } from '../operation/execute.ts';
import { idempotencyClaim } from '../operation/idempotency.ts';
import { withChallenge } from './challenge.ts';
import { routeKeyOf } from './methods.ts';
import type {
  BulkOperation,
  ListOperation,
  PublicOperation,
  ResourceOperation,
} from '../operation/operation-kinds.ts';
import {
  bodyBytes,
  idempotencyKey,
  parseInput,
  assertBodySize,
  type ApiEvent,
  type Input,
} from '../operation/parse-input.ts';
import { type Services } from '../../core/services.ts';
import { lambdaServices } from './lambda-services.ts';

/** The operations that answer in the envelope. */
type Operation = ResourceOperation | ListOperation | BulkOperation | PublicOperation;

type Response = APIGatewayProxyStructuredResultV2;

interface HttpHandlerOptions {
  services?: () => Services;
  /** The error for a request that no operation of the group takes. */
  otherwise?: (method: string, path: string) => Error;
}

const routeNotFound = (method: string, path: string) =>
  new Error(`This function serves no ${method} ${path}.`);

/**
 * The Lambda handler of a group of operations behind an HTTP API (payload format 2.0). Every answer is the
 * success or the error envelope; what is thrown and is not an ApiError is logged whole and shown as nothing
 * but a request id.
 */
export function httpHandler(operations: readonly Operation[], options: HttpHandlerOptions = {}) {
  const { services = lambdaServices, otherwise = routeNotFound } = options;
  const routes = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const operationOf = (event: ApiEvent) => routes.get(routeKeyOf(event));
  const parseBody = jsonBodyParser();
  return middy<ApiEvent, Response, Error, Context>({
    timeoutEarlyInMillis: 250,
    timeoutEarlyResponse: respondBeforeTimeout,
  })
    .before(({ event }) => {
      event.rawBody = event.body as string | undefined;
    })
    .before((request) => {
      assertBodySize(request.event, operationOf(request.event));
      if (request.event.rawBody) return parseBody.before?.(request as never) as undefined;
    })
    .onError((request) => {
      request.response = errorResponse(request.error, request.event, operationOf(request.event));
    })
    .handler(async (event) => {
      const operation = operationOf(event);
      if (!operation) throw otherwise(event.requestContext.http.method, event.rawPath);
      return successResponse(await run(operation, event, services()), operation, event);
    });
}

async function run(operation: Operation, event: ApiEvent, services: Services): Promise<Result> {
  if (operation.kind === 'public') {
    parseInput(operation, event);
    const call = { read: createReader(services.database), now: services.now() };
    return { data: await operation.handle(call), replayed: false };
  }
  const sender = await authenticateRequest(operation, event, services);
  if (operation.kind === 'bulk') return await executeBulk(services, { operation, sender, event });
  const { input, key } = validateRequest(operation, event);
  const claim =
    key === undefined
      ? undefined
      : idempotencyClaim(
          operation,
          sender,
          { idempotencyKey: key, path: event.rawPath, body: bodyBytes(event) },
          services.now(),
        );
  return await execute(services, { operation, resolveCaller: sender.resolveCaller, input, claim });
}

/** Bad input is kept, not thrown: who may not call learns that first. */
function validateRequest(
  operation: Operation,
  event: ApiEvent,
): { input: Input | ApiError; key?: string | undefined } {
  try {
    const key = idempotencyKey(operation, event);
    return { input: parseInput(operation, event), key };
  } catch (error) {
    if (error instanceof ApiError) return { input: error };
    throw error;
  }
}

function respondBeforeTimeout(): never {
  throw new ApiError(
    'service_unavailable',
    'The request took too long and may or may not have been carried out.',
  );
}

function successResponse(
  { data, meta, secret, replayed }: Result,
  operation: Operation,
  event: ApiEvent,
): Response {
  return {
    statusCode: operation.status,
    headers: {
      ...commonHeaders(event),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body:
      operation.kind === 'public' && !operation.envelope
        ? toJsonText(data)
        : envelope(data, meta, secretMember(operation, secret)),
  };
}

const secretMember = (operation: Operation, secret: string | undefined): string =>
  operation.kind !== 'resource' || operation.secret === null || secret === undefined
    ? ''
    : `,${JSON.stringify(operation.secret)}:${JSON.stringify(secret)}`;

function envelope(data: unknown, meta: Result['meta'], loaded: string): string {
  if (!meta) return `{"data":${toJsonText(data)}${loaded}}`;
  return `{"data":[${(data as unknown[]).map(toJsonText).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

/** The error envelope; also what `$default` answers with. */
export function errorResponse(error: unknown, event: ApiEvent, operation?: Operation): Response {
  const { shown, body } = describeError(error, {
    requestId: event.requestContext.requestId,
    operationId: operation?.id,
  });
  return {
    statusCode: shown.status,
    headers: withChallenge({
      ...commonHeaders(event),
      ...(shown.status === 503 || shown.status === 429 ? { 'retry-after': '1' } : {}),
      ...shown.headers,
    }),
    body: JSON.stringify({ data: null, error: body }),
  };
}

const commonHeaders = (event: ApiEvent): Record<string, string> => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': event.requestContext.requestId,
});
