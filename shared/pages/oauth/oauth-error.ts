import type { WebResponse } from '../../kernel/api/operation/web-route.ts';

/** The supported error codes of RFC 6749, RFC 7591 and RFC 8707, with their HTTP status. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  slow_down: 429,
  temporarily_unavailable: 503,
  server_error: 500,
} as const;

export type OAuthErrorCode = keyof typeof statuses;

/** A text in the characters that an error_description may have (RFC 6749, section 5.2). */
const toDescription = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?');

/**
 * An error returned to an OAuth client in OAuth's format. The message is its error_description; the reason is what the log
 * has of it, where the message repeats what was sent.
 */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly reason: string;

  constructor(
    code: OAuthErrorCode,
    description: string,
    { reason = description, ...options }: ErrorOptions & { reason?: string } = {},
  ) {
    super(toDescription(description), options);
    this.code = code;
    this.reason = reason;
  }
}

/** A JSON response of an OAuth endpoint (RFC 6749, section 5). */
export const oauthResponse = (
  status: number,
  body: object,
  headers: Record<string, string> = {},
): WebResponse => ({
  status,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    ...headers,
  },
  body: JSON.stringify(body),
});

/** The JSON error response, with a machine-readable `error` (RFC 6749, section 5.2), and with the error's own headers. */
export function oauthErrorResponse(
  { code, message }: OAuthError,
  own: Readonly<Record<string, string>> = {},
): WebResponse {
  const status = statuses[code];
  const headers: Record<string, string> = {
    ...(status === 429 || status === 503 ? { 'retry-after': '60' } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Basic realm="Plotline"' } : {}),
    ...own,
  };
  return oauthResponse(status, { error: code, error_description: message }, headers);
}
