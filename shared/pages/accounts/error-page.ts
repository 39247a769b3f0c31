import { publicError } from '../../kernel/api/operation/describe-error.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { ApiError } from '../../kernel/core/errors.ts';
import { errorFields } from '../../kernel/core/logger.ts';
import { errorPageView } from './error-page-view.ts';
import { textsFor } from '../session/texts-for.ts';
import { findHostBrand } from '../session/host-brand.ts';
import { inWords, PageError } from '../session/page-error.ts';
import { findWayBack } from './way-back.ts';
import type { WayBack } from './way-back-view.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Fragment } from '../../kernel/html/html.ts';

/** What the page of an error has in addition to its words. */
interface ErrorPageParts {
  /** The page to go back to; by default the one that the person came from, if it is of a portal. */
  back?: WayBack | undefined;
  /** What is shown below the words, by the error's status. */
  below?: (t: PageTexts, status: number) => Fragment;
}

/** The page of an error, in the language of the reader and with a way back. */
export async function errorPage(
  error: unknown,
  call: WebCall,
  { back: known, below }: ErrorPageParts = {},
): Promise<WebResponse> {
  const { requestId } = call.request;
  const shown = error instanceof PageError ? error : toPageError(error, requestId);
  const { status, retryAfter = 60 } = shown;
  const cause = error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};
  call.note({ error: shown.title, ...cause });
  const [t, back, brand] = await Promise.all([
    textsFor(call.request),
    known ?? findWayBack(call).catch(() => undefined),
    findHostBrand(call).catch(() => undefined),
  ]);
  const { headers, ...page } = errorPageView({
    t,
    status,
    requestId,
    back,
    brand,
    error: inWords(shown, t),
    below: below?.(t, status),
  });
  const retry = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  return { ...page, headers: { ...headers, ...retry } };
}

/** An error without words for people. Internal ones are logged in full and shown only as a request id. */
function toPageError(error: unknown, requestId: string): PageError {
  const shown = publicError(error, { requestId, operationId: undefined });
  const { status } = shown;
  if (shown.code === 'rate_limited') return tooManyRequests(shown);
  if (status === 404) return new PageError(status, 'error.missing', 'error.missingText');
  if (status < 500) return new PageError(status, 'error.refused', 'error.refusedText');
  if (status === 503) return new PageError(status, 'error.busy', 'error.busyText');
  return new PageError(500, 'error.internal', (t) => t.text('error.internalText', { id: requestId }));
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** The page of a person who has sent more requests than their limit allows; that of a day ends after hours. */
function tooManyRequests({ headers }: Pick<ApiError, 'headers'>): PageError {
  const retryAfter = Number(headers['retry-after'] ?? MINUTE_SECONDS);
  const [unit, seconds] =
    retryAfter > HOUR_SECONDS
      ? (['error.manyHoursText', HOUR_SECONDS] as const)
      : (['error.manyMinutesText', MINUTE_SECONDS] as const);
  const count = Math.ceil(retryAfter / seconds);
  const text = retryAfter > MINUTE_SECONDS ? (t: PageTexts) => t.text(unit, { count }) : 'error.manyText';
  return new PageError(429, 'error.many', text, { retryAfter });
}
