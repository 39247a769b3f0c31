import { readAhead } from '../../kernel/db/read-ahead.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { findPublicItems } from '../../feedback/items/find-items.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, withQuery } from './addresses.ts';
import { portalPage } from './layout.ts';
import { loadPublicPortal } from './find-portal.ts';
import { statusNames } from '../../feedback/items/status-names.ts';
import { counted } from './components.ts';
import { loadPageContext } from './page-context.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';

const lanes = ['planned', 'in_progress', 'completed'] as const;
/** The newest items per status, sorted by votes; a link leads to the rest. */
const ITEMS_PER_STATUS = 20;

/** The roadmap: planned, in-progress and completed items in columns. */
export async function roadmapPage(call: WebCall): Promise<WebResponse> {
  const [around, pages] = await Promise.all([loadPageContext(call), findLanes(call)]);
  const { portal } = around;
  return portalPage({
    ...around,
    path: addresses.roadmap(portal.slug),
    tab: 'roadmap',
    title: 'Roadmap',
    description: `What is planned, in progress and done in ${portal.name}`,
    body: html`<div class="intro">
        <h1>Roadmap</h1>
        <p>What is planned, in progress and done.</p>
      </div>
      <div class="lanes">
        ${lanes.map((status, position) => {
          const { items, next } = pages[position]!;
          const shown = [...items].sort((a, b) => b.voteCount - a.voteCount);
          return lane(portal.slug, status, shown, next !== undefined);
        })}
      </div>`,
  });
}

async function findLanes(call: WebCall) {
  const portalSlug = call.request.parameters['portalSlug']!;
  const read = readAhead(call.read, addresses.roadmap(portalSlug));
  const page = { limit: ITEMS_PER_STATUS, after: undefined };
  const [, pages] = await loadPublicPortal(read, portalSlug, (portalId) =>
    Promise.all(lanes.map((status) => findPublicItems(read, portalId, { status: [status] }, page))),
  );
  return pages;
}

function lane(
  slug: string,
  status: (typeof lanes)[number],
  items: readonly PublicItem[],
  more: boolean,
): Html {
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
    <div class="facts"><span>${counted(voteCount, 'vote', 'votes')}</span></div>`;
