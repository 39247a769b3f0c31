import { statusNames } from '../../feedback/items/status-names.ts';
import type { ItemStatus, PublicItem } from '../../feedback/items/item.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, withQuery } from './addresses.ts';
import { pluralize } from './components-view.ts';
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
export const roadmapView = (portal: ShownPortal, lanes: readonly Lane[]): PortalView => ({
  path: addresses.roadmap(portal.slug),
  tab: 'roadmap',
  title: 'Roadmap',
  description: `What is planned, in progress and done in ${portal.name}`,
  body: html`<div class="intro">
      <h1>Roadmap</h1>
      <p>What is planned, in progress and done.</p>
    </div>
    <div class="lanes">${lanes.map((one) => lane(portal.slug, one))}</div>`,
});

function lane(slug: string, { status, items, more }: Lane): Html {
  return html`<section class="lane">
    <h2><span class="status ${status}">${statusNames[status]}</span></h2>
    <ul class="plain">
      ${items.map((item) => html`<li class="card mini">${card(slug, item)}</li>`)}
      ${items.length === 0 && html`<li class="card mini"><p>Nothing right now.</p></li>`}
    </ul>
    ${
      more &&
      html`<a class="more" href="${withQuery(addresses.portal(slug), { status })}"
        >See all ${statusNames[status].toLowerCase()}</a
      >`
    }
  </section>`;
}

const card = (slug: string, { title, slug: itemSlug, roadmapSummary, voteCount }: PublicItem): Html =>
  html`<h3>
      <a href="${addresses.item(slug, itemSlug)}"><bdi>${title}</bdi></a>
    </h3>
    ${roadmapSummary && html`<p dir="auto">${roadmapSummary}</p>`}
    <div class="facts"><span>${pluralize(voteCount, 'vote', 'votes')}</span></div>`;
