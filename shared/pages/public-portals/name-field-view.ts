import { nameField } from '../accounts/form-fields-view.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import type { PortalVisitor } from './layout-view.ts';

/** Asks for the name that is shown with a post, or says which one is. `typed` is what was entered before. */
export function postedAs({ session }: PortalVisitor, typed: string | undefined): Html {
  const name = displayName(session.user.name);
  if (name === NOBODYS_NAME) return html`<div class="field">${nameField(typed ?? null)}</div>`;
  return html`<p class="hint">
    Posted publicly as <strong><bdi>${name}</bdi></strong
    >. ${!session.isCustomer && html`<a href="/account" target="_top">Change your name</a>`} Email addresses
    are hidden.
  </p>`;
}
