import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from './addresses.ts';
import { Q_MAX_CHARACTERS } from './public-portal.ts';

/** What was searched for, and the choices that a search keeps. */
interface Searched {
  q?: string | undefined;
  status?: string | undefined;
  boardId?: string | undefined;
  tag?: string | undefined;
}

/** Finds ideas of a portal by words, within the chosen board, status and tag. */
export function searchForm(slug: string, { q, status, boardId, tag }: Searched, t: PageTexts): Html {
  const kept = Object.entries({ status, boardId, tag }).filter(([, value]) => value !== undefined);
  return html`<form class="search" role="search" action="${addresses.portal(slug)}">
    ${searchField(q, t)}
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit" class="button second">${t.text('list.searchButton')}</button>
  </form>`;
}

/** The field for the words that ideas are searched by. */
export const searchField = (q: string | undefined, t: PageTexts): Html =>
  html`<label class="hidden" for="q">${t.text('list.search')}</label>
    <input
      type="search"
      id="q"
      name="q"
      maxlength="${Q_MAX_CHARACTERS}"
      placeholder="${t.text('list.search')}"
      value="${q}"
    />`;
