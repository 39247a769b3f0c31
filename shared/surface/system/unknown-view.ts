import type { PageView } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';

/** The page of an address that is missing or for API clients, with links to continue from. */
export function unknownView(isMissing: boolean): PageView {
  const title = isMissing ? 'Page not found' : 'This address is for API clients';
  const text = isMissing
    ? 'The address may be mistyped, or the page has moved.'
    : 'This is an API endpoint. See the docs to call it.';
  return {
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="wide"><a class="button" href="/">Go to the home page</a></p>
      <p class="quiet small"><a href="/docs">Documentation</a></p>
    </section>`,
  };
}
