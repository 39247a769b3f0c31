import type { ItemStatus, PublicItem } from '../../feedback/items/item.ts';
import { plainNote } from '../../feedback/markdown/excerpt.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, anchors, withQuery } from '../portal/addresses.ts';
import { statusBadge, voteButton, type VotePlace } from '../portal/components-view.ts';
import { acts } from './done-texts.ts';
import { doneNote } from '../views/done-note-view.ts';
import type { PortalView } from '../portal/layout-view.ts';

/** A column of the roadmap. */
interface Lane {
  status: ItemStatus;
  items: readonly PublicItem[];
  /** Whether there are more items with this status. */
  more: boolean;
}

/** The roadmap: planned, in-progress and completed items in columns, with their votes. */
export const roadmapView = (lanes: readonly Lane[], place: Omit<VotePlace, 'path'>): PortalView => {
  const { t, portal } = place;
  const path = addresses.roadmap(portal.slug);
  return {
    path,
    tab: 'roadmap',
    title: t.text('layout.roadmap'),
    description: t.text('roadmap.about', { portal: portal.name }),
    body: html`<div class="intro">
        <h1>${t.text('layout.roadmap')}</h1>
        <p>${t.text('roadmap.lead')}</p>
      </div>
      <div class="lanes">${lanes.map((one) => lane(one, { ...place, path }))}</div>`,
  };
};

function lane({ status, items, more }: Lane, place: VotePlace): Html {
  const { t, portal } = place;
  return html`<section class="lane">
    <h2>${statusBadge(status, t)} <span class="hint">${t.number(items.length)}${more && '+'}</span></h2>
    <ul class="plain">
      ${items.map((item) => card(item, place))}
      ${items.length === 0 && html`<li class="card mini"><p>${t.text('roadmap.empty')}</p></li>`}
    </ul>
    ${
      more &&
      html`<a class="more" href="${withQuery(addresses.portal(portal.slug), { status })}"
        >${t.text('roadmap.all', { status: t.text(`status.${status}`) })}</a
      >`
    }
  </section>`;
}

function card(item: PublicItem, place: VotePlace): Html {
  const { t, portal, voted, justVoted } = place;
  const { id, title, slug, roadmapSummary } = item;
  return html`<li class="card item" id="${anchors.idea(slug)}" tabindex="-1">
    ${voteButton(item, place)}
    <div>
      ${justVoted === slug && doneNote(t.text(acts.item[voted.has(id) ? 'voted' : 'unvoted']))}
      <h3 dir="auto"><a href="${addresses.item(portal.slug, slug)}">${title}</a></h3>
      ${roadmapSummary && html`<p dir="auto">${plainNote(roadmapSummary)}</p>`}
    </div>
  </li>`;
}
