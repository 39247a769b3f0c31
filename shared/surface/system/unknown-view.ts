import type { PageView } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';

/** The page of an address that is missing or for API clients, with links to continue from. */
export function unknownView(isMissing: boolean, t: PageTexts): PageView {
  const title = t.text(isMissing ? 'error.missing' : 'error.forClients');
  return {
    title,
    language: t.language,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${t.text(isMissing ? 'error.unknownText' : 'error.forClientsText')}</p>
      <p class="wide"><a class="button" href="/">${t.text('error.home')}</a></p>
      <p class="quiet small"><a href="/docs">${t.text('error.docs')}</a></p>
    </section>`,
  };
}
