import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import { hasRights, type Operation } from '../operation/operation-kinds.ts';

/** The statuses that the gateway can return itself, with its own body format. */
const gatewayStatuses = [413, 429, 500, 503];

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
    [
      rights !== undefined && (rights.role !== 'guest' || rights.principals.length < 3),
      ['principal_not_supported'],
    ],
    [rights?.role === 'admin', ['admin_required']],
    [rights?.teamRestricted === 'refused', ['restricted_credential']],
    [pathNames.includes('workspaceId'), ['workspace_mismatch']],
    [namesThings || idempotency !== 'none', ['not_found']],
    [method !== 'GET', ['request_too_large', 'unsupported_media_type']],
    [true, ['rate_limited', 'internal_error', 'service_unavailable', ...errors]],
  ];
  return [...new Set(rules.filter(([applies]) => applies).flatMap(([, codes]) => codes))];
}

/** The error responses for codes, by status. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  const statuses = [...byStatus.keys()].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [status, errorResponse(status, byStatus.get(status)!)]));
}

function errorResponse(status: number, codes: ErrorCode[]) {
  const error = { $ref: '#/components/schemas/Error' };
  const gateway = { $ref: '#/components/schemas/GatewayError' };
  const retries = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': { schema: { type: 'string' } } } : {}),
      ...(retries ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    },
    content: {
      'application/json': { schema: gatewayStatuses.includes(status) ? { anyOf: [error, gateway] } : error },
    },
  };
}

export const errorSchemas = {
  Error: {
    type: 'object',
    description: 'The envelope of every error: what happened, and what to do about it.',
    required: ['data', 'error'],
    properties: {
      data: { type: 'null' },
      error: {
        type: 'object',
        required: ['code', 'message', 'hint'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          message: { type: 'string' },
          hint: { type: 'string' },
          fields: {
            type: 'array',
            description: 'With 400: what is wrong with which part of the request.',
            items: {
              type: 'object',
              required: ['path', 'message'],
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
          missingScopes: { type: 'array', items: { type: 'string' } },
          currentUpdatedAt: {
            type: 'string',
            format: 'date-time',
            description: 'With version_conflict: the current version.',
          },
          changedFields: {
            type: 'array',
            description:
              'With version_conflict: the fields of the request whose current value differs from the one sent.',
            items: { type: 'string' },
          },
        },
      },
    },
  },
  GatewayError: {
    type: 'object',
    description: 'Returned by the gateway itself before the request reaches the service.',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
};
