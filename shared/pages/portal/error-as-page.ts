import { findKeptText } from '../accounts/kept-text.ts';
import { keptTextView } from '../accounts/kept-text-view.ts';
import { inWords, PageError, type ShownError } from '../session/page-error.ts';
import { MY_WORK } from '../../planning/paths/page-paths.ts';
import { signInPath } from '../session/next-path.ts';
import { findSession } from '../session/session.ts';
import { publicError } from '../../kernel/api/operation/describe-error.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { errorFields } from '../../kernel/core/logger.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { portalSlugIn } from '../../kernel/slugs/host-store.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import { withQuery } from './addresses.ts';
import { errorView, portalErrorView } from './error-view.ts';
import { loadPageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';
import { Q_MAX_CHARACTERS } from './public-portal.ts';

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
    : pageResponse({ ...errorView({ ...shown, below, ...(await waysOn(call, status)) }, t), status });
  return { ...page, headers: { ...page.headers, ...retryHeaders(known) } };
}

/**
 * Where a page without a portal leads. A signed-out reader may be of the team of a private portal: the page offers to sign
 * in, whatever the address, so it says nothing of what is private.
 */
async function waysOn(call: WebCall, status: number): Promise<{ signIn?: string; home?: string }> {
  const { home, request } = call;
  const isSignedOut = status === 404 && (await findSession(call).catch(() => undefined)) === undefined;
  const signIn = isSignedOut ? { signIn: signInPath(pageOf(call)) } : {};
  if (home === undefined) return { home: '/', ...signIn };
  return isSignedOut || request.path === home ? signIn : { home };
}

/** The page that a reader came for; the first one of the host if what they asked for is not a page of a portal. */
function pageOf({ request: { method, path, query }, home = MY_WORK }: WebCall): string {
  if (!['GET', 'HEAD'].includes(method) || portalSlugIn(path) === undefined) return home;
  return withQuery(path, Object.fromEntries(query));
}

type KnownError = ApiError | PageError;

/** The error, or that of an internal one, which is logged in full. */
const knownError = (error: unknown, { request: { requestId } }: WebCall): KnownError =>
  error instanceof PageError ? error : publicError(error, { requestId, operationId: undefined });

/** The text for a reader; never a message that was written for programs. */
function shownError(error: KnownError, { request }: WebCall, t: PageTexts): ShownError {
  if (error instanceof PageError) return inWords(error, t);
  const { status } = error;
  if (status === 404) return { title: t.text('error.missing'), text: t.text('error.missingText') };
  if (status === 429) return { title: t.text('error.many'), text: t.text('error.manyText') };
  if (isLongSearch(error, request)) {
    return { title: t.text('error.search'), text: t.text('error.searchText', { max: Q_MAX_CHARACTERS }) };
  }
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

/** Whether a page was asked for with a search that is longer than its field takes. */
const isLongSearch = (error: ApiError, { method, query }: WebCall['request']): boolean =>
  error.status === 400 && method === 'GET' && [...(query.get('q') ?? '')].length > Q_MAX_CHARACTERS;

/** For the log: what went wrong inside. */
const causeOf = (error: unknown): { cause?: unknown } =>
  error instanceof Error && error.cause ? { cause: errorFields(error.cause)['error'] } : {};

function retryHeaders(error: KnownError): Record<string, string> {
  if (error.status !== 429 && error.status !== 503) return {};
  const known = error instanceof ApiError ? error.headers['retry-after'] : error.retryAfter?.toString();
  return { 'retry-after': known ?? String(RETRY_SECONDS) };
}
