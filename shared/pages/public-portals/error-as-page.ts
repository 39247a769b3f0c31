import { errorPage } from '../accounts/page-route.ts';
import { PageError } from '../accounts/page-error.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { addresses } from './addresses.ts';
import { portalPage } from './layout.ts';
import { loadPageContext } from './page-context.ts';

const NOTHING = 'Page not found';
const CHECK = 'Check the URL. The page may have been removed.';

/** Errors of portal routes as pages. Only internal errors show a request id. */
export async function errorAsPage(error: unknown, call: WebCall): Promise<WebResponse> {
  if (error instanceof ApiError && error.status === 404) return await nothingHere(call);
  if (error instanceof PageError && error.status < 500) {
    call.note({ error: error.title });
    return card(error.status, error.title, html`<p>${error.message}</p>`);
  }
  if (error instanceof ApiError && error.code === 'rate_limited') return errorPage(error, call);
  if (error instanceof ApiError && error.status < 500) {
    call.note({ error: error.message });
    return card(error.status, 'Invalid request', html`<p>${error.message}</p>`);
  }
  return errorPage(error, call);
}

/** Links to the portal if it is public; otherwise the page is the same for every reason. */
async function nothingHere(call: WebCall): Promise<WebResponse> {
  call.note({ error: NOTHING });
  const around = await loadPageContext(call).catch(() => undefined);
  if (!around) return card(404, NOTHING, html`<p>${CHECK}</p>`);
  const { slug } = around.portal;
  return portalPage({
    ...around,
    path: addresses.portal(slug),
    tab: undefined,
    title: NOTHING,
    status: 404,
    body: html`<div class="card empty">
      <h1>${NOTHING}</h1>
      <p>${CHECK}</p>
      <p><a class="button" href="${addresses.portal(slug)}">See all ideas</a></p>
    </div>`,
  });
}

const card = (status: number, title: string, text: Fragment): WebResponse =>
  pageResponse({
    status,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      ${text}
    </section>`,
  });
