import type { ItemStatus, PublicItem } from '../../feedback/items/item.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses, withQuery } from './addresses.ts';
import { statusBadge } from './components-view.ts';
import type { PortalView } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

/** A column of the roadmap. */
interface Lane {
  status: ItemStatus;
  items: readonly PublicItem[];
  /** Whether there are more items with this status. */
  more: boolean;
}

/** The roadmap: planned, in-progress and completed items in columns. */
export const roadmapView = (portal: ShownPortal, lanes: readonly Lane[], t: PageTexts): PortalView => ({
  path: addresses.roadmap(portal.slug),
  tab: 'roadmap',
  title: t.text('layout.roadmap'),
  description: t.text('roadmap.about', { portal: portal.name }),
  body: html`<div class="intro">
      <h1>${t.text('layout.roadmap')}</h1>
      <p>${t.text('roadmap.lead')}</p>
    </div>
    <div class="lanes">${lanes.map((one) => lane(portal.slug, one, t))}</div>`,
});

function lane(slug: string, { status, items, more }: Lane, t: PageTexts): Html {
  return html`<section class="lane">
    <h2>${statusBadge(status, t)}</h2>
    <ul class="plain">
      ${items.map((item) => html`<li class="card mini">${card(slug, item, t)}</li>`)}
      ${items.length === 0 && html`<li class="card mini"><p>${t.text('roadmap.empty')}</p></li>`}
    </ul>
    ${
      more &&
      html`<a class="more" href="${withQuery(addresses.portal(slug), { status })}"
        >${t.text('roadmap.all', { status: t.text(`status.${status}`) })}</a
      >`
    }
  </section>`;
}

const card = (
  slug: string,
  { title, slug: itemSlug, roadmapSummary, voteCount }: PublicItem,
  t: PageTexts,
): Html =>
  html`<h3>
      <a href="${addresses.item(slug, itemSlug)}"><bdi>${title}</bdi></a>
    </h3>
    ${roadmapSummary && html`<p dir="auto">${roadmapSummary}</p>`}
    <div class="facts"><span>${t.text('votes', { count: voteCount })}</span></div>`;
