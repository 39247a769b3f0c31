import { csrfField } from '../session/form-fields-view.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses, AFTER_SIMILAR } from '../portal/addresses.ts';
import { CUSTOMER } from './customer-fields-view.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';
import { ideaRow } from './item-row-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

interface Similar {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  /** The suggestion, which is sent again if none of the items is the same, by the names of the fields. */
  form: Readonly<Record<string, string | undefined>>;
  formNonce: string;
  items: readonly PublicItem[];
  voted: ReadonlySet<string>;
}

/** Items that are like a suggestion before it becomes one itself. */
export function similarView({ t, portal, visitor, form, formNonce, items, voted }: Similar): PortalView {
  const address = addresses.newItem(portal.slug);
  // A vote leads to the item's page.
  const place = { t, portal, visitor, voted, path: '' };
  return {
    path: address,
    isIndexed: false,
    tab: 'feedback',
    title: t.text('similar.title'),
    body: html`<div class="narrow">
      <div class="intro kept">
        <h1>${t.text('similar.question')}</h1>
        <p>${t.text('similar.text')}</p>
      </div>
      <ul class="plain items">
        ${items.map((item) => ideaRow(item, place, 'h2'))}
      </ul>
      <form class="send" method="post" action="${address}" data-writes="yes">
        ${csrfField(visitor)}${formNonceField(formNonce)}
        ${['title', 'boardId', 'description', 'name', ...Object.values(CUSTOMER)].map(
          (name) => html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        <button type="submit" class="button" name="${AFTER_SIMILAR}" value="send">
          ${t.text('similar.none')}
        </button>
        <button type="submit" class="link" name="${AFTER_SIMILAR}" value="edit">
          ${t.text('similar.change')}
        </button>
      </form>
    </div>`,
  };
}
