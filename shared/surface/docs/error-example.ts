import { errorBody } from '../../kernel/api/operation/describe-error.ts';
import type { DocumentedOperation } from '../../kernel/api/operation/docs-address.ts';
import { ApiError, errorCodes, type ErrorCode, type FieldError } from '../../kernel/core/errors.ts';
import type { Schema } from './api-document.ts';
import { BASE_URL } from './base-url.ts';
import { errorMeanings } from './error-meanings.ts';
import { exampleOf } from './example.ts';

/** What the errors of a code have in addition to the fields of all errors. */
const ownFields: Partial<Record<ErrorCode, readonly string[]>> = {
  insufficient_scope: ['missingScopes'],
  insufficient_role: ['requiredRole'],
  quota_exceeded: ['quota', 'limit'],
  idempotency_key_reused: ['resourceId'],
  version_conflict: ['currentUpdatedAt', 'changedFields'],
  claimed: ['holder', 'expiresAt'],
};

const key = { in: 'header', path: 'Idempotency-Key' } as const;

/** The part of the request that an error of a code is about. */
const wrongParts: Partial<Record<ErrorCode, FieldError>> = {
  invalid_request: { in: 'body', path: 'title', code: 'required', message: 'is required' },
  invalid_cursor: { in: 'query', path: 'cursor', code: 'invalid_value', message: 'is not valid here' },
  invalid_reference: {
    in: 'body',
    path: 'teamId',
    code: 'invalid_reference',
    message: 'is not a team that you can use here',
  },
  idempotency_key_required: { ...key, code: 'required', message: 'is required' },
  invalid_idempotency_key: {
    ...key,
    code: 'invalid_format',
    message: 'must be 16 to 255 characters from ! to ~',
  },
  team_required: { in: 'query', path: 'teamId', code: 'required', message: 'is required' },
};

/** An example of the response body of an operation's error, made by what makes the responses. */
export function errorExample(
  code: ErrorCode,
  operation: DocumentedOperation,
  schemas: Record<string, Schema>,
): object {
  const { requestId, ...details } = exampleOf(
    { $ref: '#/components/schemas/ErrorDetails' },
    {
      ...schemas,
      ErrorDetails: { ...schemas['ErrorDetails'], required: ['requestId', ...(ownFields[code] ?? [])] },
    },
    'answer',
  ) as { requestId: string };
  const part = wrongParts[code];
  const { hint } = errorCodes[code];
  const fields = part ? [part] : [];
  const shown = new ApiError(code, errorMeanings[code], { hint, fields, details });
  return { data: null, error: errorBody(shown, { ...operation, requestId, baseUrl: BASE_URL }) };
}
