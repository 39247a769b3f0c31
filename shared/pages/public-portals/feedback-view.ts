import { itemStatuses } from '../../feedback/items/item.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses, anchors, withQuery } from '../portal/addresses.ts';
import type { VotePlace } from '../portal/components-view.ts';
import { ideaRow } from './item-row-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { PublicPortal } from '../portal/public-portal.ts';
import { searchForm } from '../portal/search-form-view.ts';

/** The query of a feedback page. */
export interface FeedbackQuery {
  q: string | undefined;
  status: string | undefined;
  boardId: string | undefined;
  tag: string | undefined;
  sort: 'newest' | undefined;
  cursor: string | undefined;
}

interface Feedback {
  t: PageTexts;
  portal: PublicPortal;
  visitor: PortalVisitor | undefined;
  /** The ids of the items that the visitor has voted for. */
  voted: ReadonlySet<string>;
  /** Whether the visitor manages the portal. */
  isTeam: boolean;
  query: FeedbackQuery;
  /** The slug of the item that the visitor has just voted for. */
  justVoted: string | undefined;
}

/** The main page of a portal: ideas by board and status, with their votes. */
export function feedbackView({ t, portal, visitor, voted, isTeam, query, justVoted }: Feedback): PortalView {
  const { slug } = portal;
  const path = withQuery(addresses.portal(slug), { ...query });
  const { cursor: _, ...filter } = query;
  const place: VotePlace = { t, portal, visitor, voted, isTeam, path, justVoted };
  const ask = withQuery(addresses.newItem(slug), { title: query.q });
  // Where nothing is found, the same is offered there.
  const isOffered = query.q !== undefined && portal.items.length === 0 && !portal.itemsHasMore;
  return {
    path,
    tab: 'feedback',
    title:
      query.q === undefined
        ? (query.tag ?? t.text('layout.feedback'))
        : t.text('list.searched', { query: query.q }),
    canonicalPath: addresses.portal(slug),
    isIndexed: Object.values(query).every((value) => value === undefined),
    description: portal.description || t.text('list.about', { portal: portal.name }),
    body: html`<a class="skip" href="#${anchors.ideas}">${t.text('list.skip')}</a>
      <div class="intro">
        <h1 dir="auto">${portal.name}</h1>
        ${portal.description && html`<p class="own" dir="auto">${portal.description}</p>`}
      </div>
      <div class="columns">
        <details class="side">
          <summary>${filterNames(portal, filter, t)}</summary>
          ${boardChoices(portal, filter, t)} ${statusChoices(slug, filter, t)}
        </details>
        <div>
          ${searchForm(slug, filter, t)}
          <div class="bar">
            ${query.q === undefined ? sortChoices(slug, filter, t) : portal.items.length > 0 && html`<p class="found">${t.text('list.bestFirst')}</p>`}
            ${visitor && html`<a class="mine" href="${addresses.mine(slug)}">${t.text('own.title')}</a>`}
            ${!isOffered && portal.boards.length > 0 && html`<a class="button" href="${ask}">${t.text('list.suggest')}</a>`}
          </div>
          ${chosenTag(slug, filter, t)}
          <div id="${anchors.ideas}" tabindex="-1">${itemsOf(portal, place, filter)}</div>
          ${pagesOf(portal, query, t)}
        </div>
      </div>`,
  };
}

/** The id of the list of ideas, which a script continues. */
const LIST = 'list';

/** Where the list continues and, on its later pages, where it begins. With a script, the first continues it in place. */
const pagesOf = (portal: PublicPortal, { cursor, ...filter }: FeedbackQuery, t: PageTexts): Fragment => {
  const to = (next: string | undefined) =>
    withQuery(addresses.portal(portal.slug), { ...filter, cursor: next });
  return [
    portal.itemsNextCursor !== null &&
      html`<a
        class="more"
        rel="next"
        data-more="${LIST}"
        data-done="${t.text('list.added')}"
        href="${to(portal.itemsNextCursor)}"
        >${t.text('list.more')}</a
      >`,
    cursor !== undefined && html`<a class="more" href="${to(undefined)}">${t.text('list.first')}</a>`,
  ];
};

/** The tag that the shown ideas have, with a way to see the others too. */
const chosenTag = (slug: string, { tag, ...others }: Filter, t: PageTexts): Html | false =>
  tag !== undefined &&
  html`<p class="found">
    ${t.text('list.tag')}
    <a
      class="tag"
      href="${withQuery(addresses.portal(slug), others)}"
      aria-label="${t.text('list.untag', { tag })}"
      ><bdi>${tag}</bdi> <span aria-hidden="true">✕</span></a
    >
  </p>`;

/** What is said of a search or filter that no idea matches, with what to do next. */
function nothingFound({ slug, boards }: PublicPortal, { q }: Filter, t: PageTexts): Html {
  const everything = html`<a href="${addresses.portal(slug)}">${t.text('list.showAll')}</a>`;
  if (q === undefined) return empty(t.text('list.noMatch'), everything);
  const ask = withQuery(addresses.newItem(slug), { title: q });
  const suggest = html`<a class="button" href="${ask}">${t.text('list.suggestThis', { title: q })}</a>`;
  return empty(t.text('list.noneFor', { query: q }), ...(boards.length > 0 ? [suggest] : []), everything);
}

type Filter = Omit<FeedbackQuery, 'cursor'>;

function itemsOf(portal: PublicPortal, place: VotePlace, filter: Filter): Html {
  const { t } = place;
  if (portal.items.length > 0) {
    return html`<ul class="plain items" id="${LIST}">
      ${portal.items.map((item) => ideaRow(item, place, 'h2'))}
    </ul>`;
  }
  if (portal.itemsHasMore) return empty(t.text('list.empty'), t.text('list.emptyMore'));
  if (filter.q ?? filter.status ?? filter.boardId ?? filter.tag) return nothingFound(portal, filter, t);
  return empty(t.text('list.empty'), t.text(portal.boards.length > 0 ? 'list.beFirst' : 'list.comeBack'));
}

const empty = (heading: string, ...texts: Fragment[]): Html =>
  html`<div class="card empty">
    <h2>${heading}</h2>
    ${texts.map((text) => html`<p>${text}</p>`)}
  </div>`;

const choice = (href: string, text: string, current: boolean): Html =>
  html`<li>
    <a href="${href}" ${current && html`aria-current="true"`}><bdi>${text}</bdi></a>
  </li>`;

/** The current filter, shown where the choices are collapsed. */
function filterNames({ boards }: PublicPortal, { boardId, status }: Filter, t: PageTexts): Html {
  const board = boards.find(({ id }) => id === boardId)?.name ?? t.text('list.allBoards');
  const named = itemStatuses.find((one) => one === status);
  return html`<span>${t.text('list.filter')}</span> <bdi>${board}</bdi> ·
    ${t.text(named ? `status.${named}` : 'list.anyStatus')}`;
}

function boardChoices({ slug, boards }: PublicPortal, filter: Filter, t: PageTexts): Html | undefined {
  if (boards.length === 0) return undefined;
  const to = (boardId: string | undefined) => withQuery(addresses.portal(slug), { ...filter, boardId });
  return html`<nav aria-labelledby="boards">
    <h2 id="boards">${t.text('list.boards')}</h2>
    <ul class="plain choices">
      ${choice(to(undefined), t.text('list.allBoards'), filter.boardId === undefined)}
      ${boards.map(({ id, name }) => choice(to(id), name, filter.boardId === id))}
    </ul>
  </nav>`;
}

function statusChoices(slug: string, filter: Filter, t: PageTexts): Html {
  const to = (status: string | undefined) => withQuery(addresses.portal(slug), { ...filter, status });
  return html`<nav aria-labelledby="statuses">
    <h2 id="statuses">${t.text('list.status')}</h2>
    <ul class="plain choices">
      ${choice(to(undefined), t.text('list.anyStatus'), filter.status === undefined)}
      ${itemStatuses.map((status) => choice(to(status), t.text(`status.${status}`), filter.status === status))}
    </ul>
  </nav>`;
}

function sortChoices(slug: string, filter: Filter, t: PageTexts): Html {
  const to = (sort: string | undefined) => withQuery(addresses.portal(slug), { ...filter, sort });
  return html`<nav aria-label="${t.text('list.order')}">
    <ul class="plain choices">
      ${choice(to(undefined), t.text('list.mostWanted'), filter.sort === undefined)}
      ${choice(to('newest'), t.text('list.newest'), filter.sort === 'newest')}
    </ul>
  </nav>`;
}
