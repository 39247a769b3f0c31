import { publicError } from '../../kernel/api/operation/describe-error.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { WebResponse, WebRoute, WebCall } from '../../kernel/api/operation/web-route.ts';
import { OAuthError, oauthErrorResponse, type OAuthErrorCode } from './oauth-error.ts';

/** A route of the OAuth protocol: errors are JSON in OAuth's format. */
export const oauthEndpoint = (route: WebRoute): WebRoute => ({ ...route, answerError });

function answerError(error: unknown, { request: { requestId }, note }: WebCall): WebResponse {
  const known = error instanceof OAuthError ? error : toOAuthError(error, requestId);
  note({ error: known.code, reason: known.reason });
  const answer = oauthErrorResponse(known, error instanceof ApiError ? error.headers : {});
  // OAuth has no error code for an oversized body, but HTTP has a status.
  return error instanceof ApiError && error.code === 'request_too_large'
    ? { ...answer, status: 413 }
    : answer;
}

/** Errors that are not for clients are logged in full; the client gets only a request id. */
function toOAuthError(error: unknown, requestId: string): OAuthError {
  const shown = publicError(error, { requestId, operationId: undefined });
  const codes: Record<number, OAuthErrorCode> = {
    429: 'slow_down',
    500: 'server_error',
    503: 'temporarily_unavailable',
  };
  return new OAuthError(codes[shown.status] ?? 'invalid_request', shown.message);
}
