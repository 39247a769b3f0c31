import { errorCodes, type ErrorCode } from '../../kernel/core/errors.ts';
import type { Schema } from './api-document.ts';
import { errorMeanings } from './error-meanings.ts';
import { exampleOf } from './example.ts';

/** What the errors of a code have in addition to the fields of all errors. */
const ownFields: Partial<Record<ErrorCode, readonly string[]>> = {
  invalid_request: ['fields'],
  insufficient_scope: ['missingScopes'],
  insufficient_role: ['requiredRole'],
  quota_exceeded: ['quota', 'limit'],
  idempotency_key_reused: ['resourceId'],
  version_conflict: ['currentUpdatedAt', 'changedFields'],
  claimed: ['holder', 'expiresAt'],
};

/** An example of the response body of an error. */
export function errorExample(code: ErrorCode, schemas: Record<string, Schema>): object {
  const details = schemas['ErrorDetails']!;
  const required = [...(details.required ?? []), ...(ownFields[code] ?? [])];
  const error = exampleOf(
    { $ref: '#/components/schemas/ErrorDetails' },
    { ...schemas, ErrorDetails: { ...details, required } },
    'answer',
  );
  const { hint } = errorCodes[code];
  return { error: { ...(error as object), code, message: errorMeanings[code], hint } };
}
