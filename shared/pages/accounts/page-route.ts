import { describeError } from '../../kernel/api/operation/describe-error.ts';
import type { WebResponse, WebRoute, WebCall } from '../../kernel/api/operation/web-route.ts';
import type { ApiError } from '../../kernel/core/errors.ts';
import { errorFields } from '../../kernel/core/logger.ts';
import { errorPageView } from './error-page-view.ts';
import { PageError } from './page-error.ts';

/** A route for people: errors are rendered as pages. */
export const pageRoute = (route: WebRoute): WebRoute => ({ ...route, answerError: errorPage });

/** The error page. */
function errorPage(error: unknown, { request: { requestId }, note }: WebCall): WebResponse {
  const {
    status,
    title,
    message,
    retryAfter = 60,
  } = error instanceof PageError ? error : toPageError(error, requestId);
  const cause = error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};
  note({ error: title, ...cause });
  const { headers, ...page } = errorPageView({ status, title, message, requestId });
  const again = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  return { ...page, headers: { ...headers, ...again } };
}

/** Errors not meant for users are logged in full and shown only as a request id. */
function toPageError(error: unknown, requestId: string): PageError {
  const { shown, body } = describeError(error, { requestId, operationId: undefined });
  if (shown.code === 'rate_limited') return tooManyRequests(shown);
  if (shown.status < 500) return new PageError(shown.status, 'Invalid request', body.message);
  if (shown.status === 503) {
    return new PageError(
      503,
      'Temporarily unavailable',
      'Plotline is not responding right now. Try again in a moment.',
    );
  }
  return new PageError(
    500,
    'Something went wrong',
    'An internal error occurred. Try again, or contact us with the request ID.',
  );
}

/** The page of a person who has sent more requests than their limit allows. */
const tooManyRequests = ({ headers }: Pick<ApiError, 'headers'>): PageError =>
  new PageError(429, 'Too many requests', 'You have sent too many requests. Wait a minute, then try again.', {
    retryAfter: Number(headers['retry-after'] ?? 60),
  });
