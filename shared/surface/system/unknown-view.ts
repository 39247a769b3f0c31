import type { PageView } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';

interface Unknown {
  /** Whether nothing is at the address; otherwise it is for API clients. */
  isMissing: boolean;
  /** The path of the portal that the address looks like a page of. */
  portalPath: string | undefined;
}

/** The page of an address that shows none, with links to continue from. */
export function unknownView({ isMissing, portalPath }: Unknown): PageView {
  const title = isMissing ? 'Page not found' : 'This address is for API clients';
  const text = isMissing
    ? 'The address may be mistyped, or the page has moved.'
    : 'It does not show a page. See the documentation for how to call it.';
  return {
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${
        portalPath !== undefined
          ? html`<p class="wide"><a class="button" href="${portalPath}">See all ideas</a></p>`
          : html`<p class="wide"><a class="button" href="/">Go to the start</a></p>`
      }
      <p class="quiet small"><a href="/docs">Documentation</a></p>
    </section>`,
  };
}
