import type { ErrorCode } from '../../kernel/core/errors.ts';

/** The meaning of each error code. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request: 'Path, query, headers or body are invalid; error.fields lists each problem.',
  invalid_cursor:
    'The cursor is malformed, or was issued for another list, filter, limit or caller. To go on with the changes feed without one, send `since`.',
  invalid_reference:
    'An id in the body does not refer to a suitable resource, or refers to one that is not visible.',
  idempotency_key_required: 'This operation requires an Idempotency-Key.',
  invalid_idempotency_key: 'The Idempotency-Key is too short, too long or contains invalid characters.',
  team_required:
    'The list requires teamId, because the credential is restricted to several teams or the caller is in more than 100.',
  authentication_required: 'The Authorization header is missing.',
  invalid_credential:
    'The credential is malformed, unknown, revoked, or of a kind that is not accepted here.',
  expired_credential: 'The credential has expired.',
  insufficient_scope: 'The credential lacks a scope; see error.missingScopes.',
  insufficient_role: "The user's role is not sufficient; see error.requiredRole.",
  principal_not_supported: "This operation does not accept the caller's kind of principal.",
  restricted_credential:
    'The token is restricted to teams, but this belongs to the whole workspace or requires an admin.',
  workspace_mismatch: "The workspace in the path is not the credential's workspace.",
  not_proposable: 'The credential only proposes changes, and this operation cannot be proposed.',
  own_proposal: 'No one decides what they have proposed themself.',
  review_required:
    'In a team with reviewRequired, a person completes a story who has not worked on it; programs and rules complete none.',
  foreign_origin: 'The request comes from a web page of another origin.',
  not_found: 'The resource does not exist, or the caller cannot see it; the two cases are indistinguishable.',
  method_not_allowed: 'The path exists, but does not support the method.',
  request_too_large: 'The body exceeds 512 KiB (bulk operations: 1 MiB).',
  unsupported_media_type: 'The content type is not application/json.',
  claimed: 'Someone else has claimed the story; see error.holder and error.expiresAt.',
  claim_lost: 'The claim with this fencingNumber does not hold any more.',
  version_conflict:
    'The resource has changed since expectedUpdatedAt or If-Match; see error.currentUpdatedAt and error.changedFields.',
  idempotency_key_reused: 'The Idempotency-Key was already used for a different request.',
  quota_exceeded: 'The workspace has reached a quota; see error.quota. getLimits lists all quotas.',
  cursor_expired: 'The changes that the cursor continues with have expired; list again first.',
  conflict: 'The current state does not allow it.',
  rate_limited: 'There were too many requests.',
  service_unavailable:
    'The service or its database is unavailable; a write may or may not have been carried out.',
  internal_error: 'An internal error. Our log has the cause under the request id.',
};
