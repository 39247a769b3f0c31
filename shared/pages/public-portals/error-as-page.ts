import { findKeptText } from '../accounts/kept-text.ts';
import { keptTextView } from '../accounts/kept-text-view.ts';
import { inWords, PageError, type ShownError } from '../accounts/page-error.ts';
import { describeError } from '../../kernel/api/operation/describe-error.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { errorFields } from '../../kernel/core/logger.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { errorView, portalErrorView } from './error-view.ts';
import { loadPageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';

/** How long to wait before trying again, in seconds, if the error says nothing of it. */
const RETRY_SECONDS = 60;

/** The paths of the pages of the team that manages a portal. */
const TEAM_PAGE = /^\/portals\/[^/]+\/manage(?:\/|$)/;

/** Errors of portal routes as pages that look like the portal, if it is public. Only internal errors show a request id. */
export async function errorAsPage(error: unknown, call: WebCall): Promise<WebResponse> {
  const known = knownError(error, call);
  const { status } = known;
  const context = await loadPageContext(call).catch(() => undefined);
  const t = context?.t ?? (await textsFor(call.request));
  const shown = shownError(known, call, t);
  const isOfTeam = status === 404 && TEAM_PAGE.test(call.request.path);
  const below = isOfTeam && keptTextView(await findKeptText(call), t);
  call.note({ error: known instanceof PageError ? known.title : known.code, ...causeOf(error) });
  const page = context
    ? portalResponse(context, portalErrorView(context.portal.slug, { ...shown, below }, t), status)
    : pageResponse({ ...errorView({ ...shown, below }, t), status });
  return { ...page, headers: { ...page.headers, ...retryHeaders(known) } };
}

type KnownError = ApiError | PageError;

/** The error, or that of an internal one, which is logged in full. */
const knownError = (error: unknown, { request: { requestId } }: WebCall): KnownError =>
  error instanceof PageError ? error : describeError(error, { requestId, operationId: undefined }).shown;

/** What a reader is told; never a message that was written for programs. */
function shownError(error: KnownError, { request }: WebCall, t: PageTexts): ShownError {
  if (error instanceof PageError) return inWords(error, t);
  const { status } = error;
  if (status === 404) return { title: t.text('error.missing'), text: t.text('error.missingText') };
  if (status === 429) return { title: t.text('error.many'), text: t.text('error.manyText') };
  if (status === 400 && request.method === 'GET') {
    return { title: t.text('error.filter'), text: t.text('error.filterText') };
  }
  if (status < 500) return { title: t.text('error.refused'), text: t.text('error.refusedText') };
  if (status === 503) return { title: t.text('error.busy'), text: t.text('error.busyText') };
  return {
    title: t.text('error.internal'),
    text: t.text('error.internalText', { id: request.requestId }),
  };
}

/** For the log: what went wrong inside. */
const causeOf = (error: unknown): { cause?: unknown } =>
  error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};

function retryHeaders(error: KnownError): Record<string, string> {
  if (error.status !== 429 && error.status !== 503) return {};
  const known = error instanceof ApiError ? error.headers['retry-after'] : undefined;
  return { 'retry-after': known ?? String(RETRY_SECONDS) };
}
