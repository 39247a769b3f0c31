import type { PageView } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import type { PortalView } from './layout-view.ts';

/** The title of the page of an address where nothing is. */
export const NOTHING = 'Page not found';
const CHECK = 'Check the URL. The page may have been removed.';

/** An address of a public portal where nothing is. */
export const nothingInPortalView = (slug: string): PortalView => ({
  path: addresses.portal(slug),
  tab: undefined,
  title: NOTHING,
  body: html`<div class="card empty">
    <h1>${NOTHING}</h1>
    <p>${CHECK}</p>
    <p><a class="button" href="${addresses.portal(slug)}">See all ideas</a></p>
  </div>`,
});

/** An address of no public portal. */
export const nothingView = (): PageView => errorView(NOTHING, CHECK);

/** An error on a card. */
export const errorView = (title: string, message: string): PageView => ({
  title,
  body: html`<section class="card">
    <h1>${title}</h1>
    <p>${message}</p>
  </section>`,
});
