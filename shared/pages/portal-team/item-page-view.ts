import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { storyScript } from '../../browser/assets.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import { staffMark, statusBadge } from '../portal/components-view.ts';
import { dateElement } from '../messages/times-view.ts';
import type { PortalView } from '../portal/layout-view.ts';
import type { ItemPanel } from './item-form-view.ts';
import { itemPanelView } from './item-panel-view.ts';
import { manageView } from './manage-nav-view.ts';
import { quickStatus } from './quick-status-view.ts';

/** The page on which the team manages an item. */
export function manageItemView(panel: ItemPanel): PortalView {
  const { t, item, portal } = panel;
  return manageView({
    t,
    slug: portal.slug,
    path: addresses.manageItem(portal.slug, item.slug),
    tab: undefined,
    title: item.title,
    script: storyScript.path,
    body: html`<div class="facts narrow">
        ${statusBadge(item.status, t)}
        ${item.hidden && html`<span class="tag">${t.text('manage.hidden')}</span>`}
        <span>${t.markup('by', { name: html`<bdi>${item.authorName}</bdi>` })}</span> ${staffMark(item, t)}
        ${dateElement(item.createdAt, t)}
        ${!item.hidden && html`<a href="${addresses.item(portal.slug, item.slug)}">${t.text('tools.publicPage')}</a>`}
      </div>
      ${quickStatus(panel)}
      ${
        item.description &&
        html`<section class="prose part narrow" dir="auto">${renderMarkdown(item.description)}</section>`
      }
      ${itemPanelView(panel)}`,
  });
}
