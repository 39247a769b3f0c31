import { describeError } from '../api/operation/describe-error.ts';
import type { WebResponse, WebRoute, WebCall } from '../api/operation/web-route.ts';
import { errorFields } from '../core/logger.ts';
import { html } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import { PageError } from './page-error.ts';

/** An address for people: what goes wrong is shown on a page. */
export const pageRoute = (route: WebRoute): WebRoute => ({ ...route, answerError: errorPage });

/** What goes wrong, shown on a page. */
export function errorPage(error: unknown, { request: { requestId }, note }: WebCall): WebResponse {
  const {
    status,
    title,
    message,
    retryAfter = 60,
  } = error instanceof PageError ? error : toPageError(error, requestId);
  const cause = error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};
  note({ error: title, ...cause });
  const { headers, ...page } = pageResponse({
    status,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${message}</p>
      <p class="quiet small">Request ${requestId}</p>
    </section>`,
  });
  const again = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  return { ...page, headers: { ...headers, ...again } };
}

/** What is not meant for people is logged, whole, and shown as nothing but the request's id. */
function toPageError(error: unknown, requestId: string): PageError {
  const { shown, body } = describeError(error, { requestId, operationId: undefined });
  if (shown.status < 500) return new PageError(shown.status, 'This request is not right', body.message);
  if (shown.status === 503) {
    return new PageError(503, 'Just a moment', 'Plotline does not answer just now. Try again in a moment.');
  }
  return new PageError(
    500,
    'Something went wrong',
    'It is our fault. Try again, or tell us the request’s id.',
  );
}
