import { itemStatuses } from '../../feedback/items/item.ts';
import { statusNames } from '../../feedback/items/status-names.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses, withQuery } from './addresses.ts';
import type { VotePlace } from './components-view.ts';
import { ideaRow } from './item-row-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import { Q_MAX_CHARACTERS, type PublicPortal } from './public-portal.ts';

/** The query of a feedback page. */
export interface FeedbackQuery {
  q: string | undefined;
  status: string | undefined;
  boardId: string | undefined;
  sort: 'newest' | undefined;
  cursor: string | undefined;
}

interface Feedback {
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
export function feedbackView({ portal, visitor, voted, isTeam, query, justVoted }: Feedback): PortalView {
  const { slug } = portal;
  const path = withQuery(addresses.portal(slug), { ...query });
  const { cursor: _, ...filter } = query;
  const place: VotePlace = { portal, visitor, voted, isTeam, path, justVoted };
  const ask = addresses.newItem(slug);
  return {
    path,
    tab: 'feedback',
    title: portal.name,
    description: portal.description,
    body: html`<div class="intro">
        <h1 dir="auto">${portal.name}</h1>
        ${portal.description && html`<p class="own" dir="auto">${portal.description}</p>`}
      </div>
      <div class="columns">
        <details class="side">
          <summary>${filterNames(portal, filter)}</summary>
          ${boardChoices(portal, filter)} ${statusChoices(slug, filter)}
        </details>
        <div>
          ${searchForm(slug, filter)}
          <div class="bar">
            ${query.q === undefined ? sortChoices(slug, filter) : html`<p class="found">Best matches first</p>`}
            ${visitor && html`<a class="mine" href="${addresses.mine(slug)}">My ideas</a>`}
            ${portal.boards.length > 0 && html`<a class="button" href="${ask}">Suggest an idea</a>`}
          </div>
          ${itemsOf(portal, place, filter)}
          ${
            portal.itemsNextCursor !== null &&
            html`<a
              class="more"
              rel="next"
              href="${withQuery(addresses.portal(slug), { ...filter, cursor: portal.itemsNextCursor })}"
              >Show more</a
            >`
          }
        </div>
      </div>`,
  };
}

type Filter = Omit<FeedbackQuery, 'cursor'>;

function itemsOf(portal: PublicPortal, place: VotePlace, filter: Filter): Html {
  if (portal.items.length > 0) {
    return html`<ul class="plain items">
      ${portal.items.map((item) => ideaRow(item, place, 'h2'))}
    </ul>`;
  }
  if (portal.itemsHasMore) return empty('Nothing here yet', 'More ideas are on the next page.');
  if (filter.q ?? filter.status ?? filter.boardId) {
    const everything = html`<a href="${addresses.portal(portal.slug)}">Show all ideas</a>`;
    return empty('Nothing matches', everything);
  }
  return empty(
    'Nothing here yet',
    portal.boards.length > 0 ? 'Be the first to suggest an idea.' : 'Please check back later.',
  );
}

const empty = (heading: string, text: Fragment): Html =>
  html`<div class="card empty">
    <h2>${heading}</h2>
    <p>${text}</p>
  </div>`;

const choice = (href: string, text: string, current: boolean): Html =>
  html`<li>
    <a href="${href}" ${current && html`aria-current="true"`}><bdi>${text}</bdi></a>
  </li>`;

/** Finds ideas by words, within the chosen board and status. */
function searchForm(slug: string, { q, status, boardId }: Filter): Html {
  const kept = Object.entries({ status, boardId }).filter(([, value]) => value !== undefined);
  return html`<form class="search" role="search" action="${addresses.portal(slug)}">
    <label class="hidden" for="q">Search ideas</label>
    <input
      type="search"
      id="q"
      name="q"
      maxlength="${Q_MAX_CHARACTERS}"
      placeholder="Search ideas"
      value="${q}"
    />
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit" class="button">Search</button>
  </form>`;
}

/** The current filter, shown where the choices are collapsed. */
function filterNames({ boards }: PublicPortal, { boardId, status }: Filter): Html {
  const board = boards.find(({ id }) => id === boardId)?.name ?? 'All boards';
  const named = itemStatuses.find((one) => one === status);
  return html`<span>Filter</span> <bdi>${board}</bdi> · ${named ? statusNames[named] : 'Any status'}`;
}

function boardChoices({ slug, boards }: PublicPortal, filter: Filter): Html | undefined {
  if (boards.length === 0) return undefined;
  const to = (boardId: string | undefined) => withQuery(addresses.portal(slug), { ...filter, boardId });
  return html`<nav aria-labelledby="boards">
    <h2 id="boards">Boards</h2>
    <ul class="plain choices">
      ${choice(to(undefined), 'All boards', filter.boardId === undefined)}
      ${boards.map(({ id, name }) => choice(to(id), name, filter.boardId === id))}
    </ul>
  </nav>`;
}

function statusChoices(slug: string, filter: Filter): Html {
  const to = (status: string | undefined) => withQuery(addresses.portal(slug), { ...filter, status });
  return html`<nav aria-labelledby="statuses">
    <h2 id="statuses">Status</h2>
    <ul class="plain choices">
      ${choice(to(undefined), 'Any status', filter.status === undefined)}
      ${itemStatuses.map((status) => choice(to(status), statusNames[status], filter.status === status))}
    </ul>
  </nav>`;
}

function sortChoices(slug: string, filter: Filter): Html {
  const to = (sort: string | undefined) => withQuery(addresses.portal(slug), { ...filter, sort });
  return html`<nav aria-label="Order">
    <ul class="plain choices">
      ${choice(to(undefined), 'Most voted', filter.sort === undefined)}
      ${choice(to('newest'), 'Newest', filter.sort === 'newest')}
    </ul>
  </nav>`;
}
