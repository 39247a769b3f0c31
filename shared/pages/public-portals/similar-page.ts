import { csrfField } from '../accounts/csrf.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses, AFTER_SIMILAR } from './addresses.ts';
import type { ShownPortal } from './find-portal.ts';
import { sameNonceField } from './form-nonce.ts';
import { itemRow } from './item-row.ts';
import { portalPage } from './layout.ts';
import type { SignedIn } from './visitor.ts';

interface Similar {
  portal: ShownPortal;
  visitor: SignedIn;
  /** The suggestion, which is sent again if none of the items is the same. */
  form: Form;
  items: readonly PublicItem[];
  voted: ReadonlySet<string>;
}

/** Shows items that are like a suggestion before it becomes one itself. */
export function similarPage(call: WebCall, { portal, visitor, form, items, voted }: Similar): WebResponse {
  const address = addresses.newItem(portal.slug);
  // A vote leads to the item's page.
  const place = { portal, visitor, voted, path: '' };
  return portalPage({
    portal,
    visitor,
    baseUrl: call.services.baseUrl(),
    path: address,
    tab: 'feedback',
    title: 'Similar ideas',
    body: html`<div class="narrow">
      <div class="intro">
        <h1>Is it one of these?</h1>
        <p>Your idea has not been sent yet. A vote for an existing idea counts more than a duplicate.</p>
      </div>
      <ul class="plain items">
        ${items.map((item) => html`<li class="card item">${itemRow(item, place, 'h2')}</li>`)}
      </ul>
      <form class="send" method="post" action="${address}">
        ${csrfField(visitor)}${sameNonceField(form)}
        ${['title', 'boardId', 'description'].map(
          (name) => html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        <button type="submit" class="button" name="${AFTER_SIMILAR}" value="send">
          None of these, submit my idea
        </button>
        <button type="submit" class="link" name="${AFTER_SIMILAR}" value="edit">Change my idea</button>
      </form>
    </div>`,
  });
}
