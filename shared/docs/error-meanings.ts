import type { ErrorCode } from '../core/errors.ts';

/** What has happened when an answer carries an error code. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request:
    'Something in path, query, header or body is not as described; error.fields names each place.',
  invalid_cursor: 'The cursor is damaged, or was made for another list, filter, limit or caller.',
  invalid_reference: 'An id in the body names nothing that may stand there; it may also not be visible.',
  idempotency_key_required: 'This operation is not carried out without an Idempotency-Key.',
  invalid_idempotency_key: 'The Idempotency-Key is too short, too long, or has other characters.',
  team_required: 'The credential reaches several teams, or the caller more than 100, and the list needs one.',
  authentication_required: 'There is no credential in the Authorization header.',
  invalid_credential: 'The credential is damaged, unknown, revoked, or of another kind than is taken here.',
  expired_credential: 'The credential has expired.',
  insufficient_scope: 'The credential lacks a scope; error.missingScopes names it.',
  principal_not_supported: 'The caller is of a kind, or has a role, that this operation does not take.',
  restricted_credential:
    'The token is restricted to teams, and this belongs to the whole workspace or is for its admins.',
  admin_required: 'Only an admin of the workspace may do this.',
  workspace_mismatch: 'The workspace in the path is not that of the credential.',
  foreign_origin: 'The request comes from a web page of another origin.',
  not_found: 'It does not exist, or this caller may not see it: the two look the same.',
  method_not_allowed: 'The address is right, the method is not.',
  request_too_large: 'The body is larger than 64 KiB, in bulk 1 MiB.',
  unsupported_media_type: 'The body is not sent as application/json.',
  version_conflict:
    'It was changed since expectedUpdatedAt; the error tells currentUpdatedAt and changedFields.',
  idempotency_key_reused: 'The Idempotency-Key was used before, with other bytes.',
  conflict: 'The state of things does not allow it.',
  rate_limited: 'There were too many requests.',
  service_unavailable:
    'The service or its database does not answer just now; whether a write was carried out is open.',
  internal_error: 'It is our fault. The log has the cause under the request id.',
};
