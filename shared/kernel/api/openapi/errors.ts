import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import { hasRights, type Operation } from '../operation/operation-kinds.ts';
import { errorEnvelopeSchema } from '../operation/error-schema.ts';
import { rateLimitHeaderSchemas } from './responses.ts';
import { schemaReference, type Collector, type SchemaCollector } from './schemas.ts';

/** Returns every error code that an operation can return, according to its declaration. */
export function possibleErrors(operation: Operation): ErrorCode[] {
  const { input, idempotency, paged, method, errors } = operation;
  const rights = hasRights(operation) ? operation : undefined;
  const pathNames = Object.keys(input.path.shape);
  const queryNames = Object.keys(input.query.shape);
  const namesThings = [...pathNames, ...queryNames].some(
    (name) => name !== 'workspaceId' && /Id$|reference/.test(name),
  );
  const rules: [boolean, ErrorCode[]][] = [
    // Operations without input reject unknown input too.
    [true, ['invalid_request']],
    [paged, ['invalid_cursor']],
    [idempotency === 'required', ['idempotency_key_required']],
    [idempotency !== 'none', ['invalid_idempotency_key', 'idempotency_key_reused']],
    [rights !== undefined, ['authentication_required', 'invalid_credential', 'expired_credential']],
    [rights !== undefined && rights.scopes.length > 0, ['insufficient_scope']],
    [rights !== undefined && rights.principals.length < 3, ['principal_not_supported']],
    [rights !== undefined && rights.role !== 'guest', ['insufficient_role']],
    [rights?.teamRestricted === 'refused', ['restricted_credential']],
    [pathNames.includes('workspaceId'), ['workspace_mismatch']],
    [namesThings || idempotency !== 'none', ['not_found']],
    [operation.kind === 'resource' && operation.ifMatch, ['version_conflict']],
    [method !== 'GET', ['request_too_large', 'unsupported_media_type']],
    [true, ['rate_limited', 'internal_error', 'service_unavailable', ...errors]],
  ];
  return [...new Set(rules.filter(([applies]) => applies).flatMap(([, codes]) => codes))];
}

/** Codes that any operation can return; `x-error-codes` lists the others. */
export const commonErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_request',
  'invalid_cursor',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'authentication_required',
  'invalid_credential',
  'expired_credential',
  'insufficient_scope',
  'workspace_mismatch',
  'request_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]);

/** Codes that follow from another member of the operation: its security schemes, x-minimum-role or a 404. */
export const impliedErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'principal_not_supported',
  'insufficient_role',
  'not_found',
]);

/** The meaning of each status, in words. */
const reasons: Record<number, string> = {
  400: 'The request is invalid',
  401: 'The credential is missing or not valid',
  403: 'The credential does not allow this request',
  404: 'The resource does not exist, or the caller cannot see it',
  405: 'The path does not support the method',
  409: 'The request conflicts with the current state',
  410: 'It is no longer available',
  413: 'The body is too large',
  415: 'The body is not JSON',
  429: 'A rate limit is exceeded',
  500: 'An internal error',
  503: 'The service is unavailable',
};

/** The names of the error responses, by status. */
const responseNames: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
};

/**
 * Statuses that share the default response: their cause is the credential, the request as a whole or the service,
 * not what is asked of the operation.
 */
const sharedStatuses: readonly number[] = [401, 403, 413, 415, 429, 500, 503];

/**
 * Returns the error responses for codes, by status, as components. `own` are the codes whose status does not share
 * the default response.
 */
export function errorResponses(
  codes: readonly ErrorCode[],
  own: readonly ErrorCode[],
  responses: Collector,
): Record<string, JsonSchema> {
  const named = codes.filter(
    (code) => own.includes(code) || !sharedStatuses.includes(errorCodes[code].status),
  );
  const statuses = [...new Set(named.map((code) => errorCodes[code].status))].sort((a, b) => a - b);
  return Object.fromEntries([
    ...statuses.map(
      (status) => [status, responses.name(responseNames[status]!, errorResponse(status))] as const,
    ),
    ['default', responses.name('OtherError', otherError)],
  ]);
}

/** The statuses that the gateway can return itself, with its own body format. */
const gatewayStatuses = [413, 429, 500, 503];

const errorOrGatewayError = { anyOf: [schemaReference('ErrorEnvelope'), schemaReference('GatewayError')] };

const codesOf = (status: number): string =>
  (Object.keys(errorCodes) as ErrorCode[])
    .filter((code) => errorCodes[code].status === status)
    .map((code) => `\`${code}\``)
    .join(', ');

const errorHeaders = (...statuses: readonly number[]): JsonSchema => ({
  ...(statuses.includes(401) ? { 'WWW-Authenticate': { schema: { type: 'string' } } } : {}),
  ...(statuses.some((status) => status === 429 || status === 503)
    ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
    : {}),
  ...(statuses.includes(429) ? rateLimitHeaderSchemas : {}),
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
});

const otherError: JsonSchema = {
  description: `Any other error: ${sharedStatuses.map((status) => `${status} ${codesOf(status)}`).join('; ')}.`,
  headers: errorHeaders(...sharedStatuses),
  content: { 'application/json': { schema: errorOrGatewayError } },
};

function errorResponse(status: number): JsonSchema {
  return {
    description: `${reasons[status]}: ${codesOf(status)}.`,
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: gatewayStatuses.includes(status) ? errorOrGatewayError : schemaReference('ErrorEnvelope'),
      },
    },
  };
}

/** The schemas of errors; `schemas` then contains what they refer to. */
export function errorSchemas(schemas: SchemaCollector): Record<string, JsonSchema> {
  schemas.convert(errorEnvelopeSchema(), 'output');
  return {
    GatewayError: {
      type: 'object',
      description: 'Returned by the gateway itself before the request reaches the service.',
      required: ['message'],
      properties: { message: { type: 'string' } },
    },
  };
}
