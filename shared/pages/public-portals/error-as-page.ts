import { errorPage } from '../accounts/page-route.ts';
import { PageError } from '../accounts/page-error.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { errorView, NOTHING, nothingInPortalView, nothingView } from './error-view.ts';
import { loadPageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';

/** Errors of portal routes as pages. Only internal errors show a request id. */
export async function errorAsPage(error: unknown, call: WebCall): Promise<WebResponse> {
  if (error instanceof ApiError && error.status === 404) return await nothingHere(call);
  if (error instanceof PageError && error.status < 500) {
    call.note({ error: error.title });
    return pageResponse({ ...errorView(error.title, error.message), status: error.status });
  }
  if (error instanceof ApiError && error.code === 'rate_limited') return errorPage(error, call);
  if (error instanceof ApiError && error.status < 500) {
    call.note({ error: error.message });
    return pageResponse({ ...errorView('Invalid request', error.message), status: error.status });
  }
  return errorPage(error, call);
}

/** Links to the portal if it is public; otherwise the page is the same for every reason. */
async function nothingHere(call: WebCall): Promise<WebResponse> {
  call.note({ error: NOTHING });
  const context = await loadPageContext(call).catch(() => undefined);
  return context
    ? portalResponse(context, nothingInPortalView(context.portal.slug), 404)
    : pageResponse({ ...nothingView(), status: 404 });
}
