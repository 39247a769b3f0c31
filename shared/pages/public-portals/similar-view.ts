import { csrfField } from '../accounts/form-fields-view.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses, AFTER_SIMILAR } from './addresses.ts';
import { formNonceField } from './form-nonce-view.ts';
import { ideaRow } from './item-row-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

interface Similar {
  portal: ShownPortal;
  visitor: PortalVisitor;
  /** The suggestion, which is sent again if none of the items is the same, by the names of the fields. */
  form: Readonly<Record<string, string | undefined>>;
  formNonce: string;
  items: readonly PublicItem[];
  voted: ReadonlySet<string>;
}

/** Items that are like a suggestion before it becomes one itself. */
export function similarView({ portal, visitor, form, formNonce, items, voted }: Similar): PortalView {
  const address = addresses.newItem(portal.slug);
  // A vote leads to the item's page.
  const place = { portal, visitor, voted, path: '' };
  return {
    path: address,
    tab: 'feedback',
    title: 'Similar ideas',
    body: html`<div class="narrow">
      <div class="intro">
        <h1>Is it one of these?</h1>
        <p>Your idea isn't posted yet. Voting for an existing idea helps more than posting it twice.</p>
      </div>
      <ul class="plain items">
        ${items.map((item) => ideaRow(item, place, 'h2'))}
      </ul>
      <form class="send" method="post" action="${address}">
        ${csrfField(visitor)}${formNonceField(formNonce)}
        ${['title', 'boardId', 'description', 'name'].map(
          (name) => html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        <button type="submit" class="button" name="${AFTER_SIMILAR}" value="send">
          None of these, submit my idea
        </button>
        <button type="submit" class="link" name="${AFTER_SIMILAR}" value="edit">Change my idea</button>
      </form>
    </div>`,
  };
}
