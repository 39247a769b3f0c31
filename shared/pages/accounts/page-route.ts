import { FORM_BODY_MAX_BYTES } from '../../kernel/api/http/form.ts';
import { describeError } from '../../kernel/api/operation/describe-error.ts';
import type { WebResponse, WebRoute, WebCall } from '../../kernel/api/operation/web-route.ts';
import type { ApiError } from '../../kernel/core/errors.ts';
import { errorFields } from '../../kernel/core/logger.ts';
import { errorPageView } from './error-page-view.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { PageError } from './page-error.ts';
import { findWayBack } from './way-back.ts';

/** A route for people: errors are rendered as pages. */
export const pageRoute = (route: WebRoute): WebRoute => ({
  bodyMaxBytes: FORM_BODY_MAX_BYTES,
  ...route,
  answerError: errorPage,
});

/** The error page. */
async function errorPage(error: unknown, call: WebCall): Promise<WebResponse> {
  const { requestId } = call.request;
  const known = error instanceof PageError ? error : toPageError(error, requestId);
  const { status, retryAfter = 60 } = known;
  const cause = error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};
  call.note({ error: known.title, ...cause });
  const [t, back] = await Promise.all([textsFor(call.request), findWayBack(call).catch(() => undefined)]);
  const { headers, ...page } = errorPageView({ t, status, requestId, back, ...shownTexts(known, t) });
  const again = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  return { ...page, headers: { ...headers, ...again } };
}

/** The error in the reader's language; what is special to it is in English only. */
function shownTexts({ status, title, message, texts }: PageError, t: PageTexts) {
  if (texts) return { title: t.text(texts[0]), message: t.text(texts[1]) };
  if (t.language === 'en') return { title, message };
  const [shownTitle, shownText] = textsOfStatus(status);
  return { title: t.text(shownTitle), message: t.text(shownText) };
}

function textsOfStatus(status: number): [PlainText, PlainText] {
  if (status === 404) return ['error.missing', 'error.missingText'];
  if (status === 429) return ['error.many', 'error.manyText'];
  if (status < 500) return ['error.refused', 'error.refusedText'];
  return ['error.busy', 'error.busyText'];
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
