import type { PageView } from '../../kernel/html/document-view.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { ShownError } from '../session/page-error.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from './addresses.ts';
import type { PortalView } from './layout-view.ts';

/** An error, and what is shown below its words. */
type ErrorParts = ShownError & { below?: Fragment };

/** An error on a page of a portal, with a way back. */
export const portalErrorView = (
  slug: string,
  { title, text, below }: ErrorParts,
  t: PageTexts,
): PortalView => ({
  path: addresses.portal(slug),
  tab: undefined,
  title,
  isIndexed: false,
  body: html`<div class="card empty">
    <h1>${title}</h1>
    <p>${text}</p>
    ${below}
    <p><a class="button" href="${addresses.portal(slug)}">${t.text('error.allIdeas')}</a></p>
  </div>`,
});

/** An error at an address of no public portal. `signIn` is the path of the page to sign in, `home` that of the first page. */
export const errorView = (
  {
    title,
    text,
    below,
    signIn,
    home,
  }: ErrorParts & { signIn?: string | undefined; home?: string | undefined },
  t: PageTexts,
): PageView => ({
  title,
  language: t.language,
  body: html`<section class="card">
    <h1>${title}</h1>
    <p>${text}</p>
    ${signIn !== undefined && html`<p>${t.text('error.membersText')}</p>`} ${below}
    ${signIn !== undefined && html`<p class="wide"><a class="button" href="${signIn}">${t.text('layout.signIn')}</a></p>`}
    ${home !== undefined && html`<p class="wide"><a class="${signIn === undefined ? 'button' : 'button second'}" href="${home}">${t.text('error.home')}</a></p>`}
  </section>`,
});
