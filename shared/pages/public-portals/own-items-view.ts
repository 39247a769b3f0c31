import type { PublicItem } from '../../feedback/items/item.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { doneNote } from '../views/done-note-view.ts';
import { ideaRow } from './item-row-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

interface OwnItems {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  voted: ReadonlySet<string>;
  /** The ideas that the visitor posted, newest first. */
  posted: readonly PublicItem[];
  /** Other ideas that the visitor commented on. */
  discussed: readonly PublicItem[];
  /** Further ideas that the visitor voted for, or whose news they get. */
  followed: readonly PublicItem[];
  isDeleted: boolean;
}

/** The ideas that a visitor posted, commented on or follows. */
export function ownItemsView({
  t,
  portal,
  visitor,
  voted,
  posted,
  discussed,
  followed,
  isDeleted,
}: OwnItems): PortalView {
  const path = addresses.mine(portal.slug);
  const place = { t, portal, visitor, voted, path };
  const rows = (items: readonly PublicItem[]): Html =>
    html`<ul class="plain items">
      ${items.map((item) => ideaRow(item, place, 'h3'))}
    </ul>`;
  const part = (heading: string, items: readonly PublicItem[], otherwise: Fragment) =>
    html`<section class="part">
      <h2>${heading}</h2>
      ${items.length > 0 ? rows(items) : otherwise}
    </section>`;
  return {
    path,
    tab: 'feedback',
    title: t.text('own.title'),
    body: html`<p class="narrow back">
        <a href="${addresses.portal(portal.slug)}">${t.text('list.showAll')}</a>
      </p>
      <div class="narrow">
        <div class="intro"><h1>${t.text('own.title')}</h1></div>
        ${isDeleted && doneNote(t.text('done.deleted'))}
        ${part(
          t.text('own.posted'),
          posted,
          html`<p class="hint">
            ${t.text('own.none')} <a href="${addresses.newItem(portal.slug)}">${t.text('list.suggest')}</a>
          </p>`,
        )}
        ${discussed.length > 0 && part(t.text('own.discussed'), discussed, undefined)}
        ${followed.length > 0 && part(t.text('own.followed'), followed, undefined)}
      </div>`,
  };
}
