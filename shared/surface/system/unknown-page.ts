import type { ApiError } from '../../kernel/core/errors.ts';
import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { addresses } from '../../pages/public-portals/addresses.ts';

/** The error of unknownRoute as a page, with links to continue from. */
export function unknownPage({ path }: Pick<WebRequest, 'path'>, error: ApiError): WebResponse {
  const title = error.status === 404 ? 'Page not found' : 'This address is for API clients';
  const text =
    error.status === 404
      ? 'The address may be mistyped, or the page has moved.'
      : 'It does not show a page. See the documentation for how to call it.';
  const portal = /^\/portals\/([a-z0-9-]{1,100})\//.exec(path)?.[1];
  const { headers, ...page } = pageResponse({
    status: error.status,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${
        portal
          ? html`<p class="wide"><a class="button" href="${addresses.portal(portal)}">See all ideas</a></p>`
          : html`<p class="wide"><a class="button" href="/">Go to the start</a></p>`
      }
      <p class="quiet small"><a href="/docs">Documentation</a></p>
    </section>`,
  });
  return { ...page, headers: { ...headers, ...error.headers, vary: 'Accept' } };
}
