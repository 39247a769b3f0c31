import type { PublicItem } from '../../feedback/items/item.ts';
import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, anchors } from '../portal/addresses.ts';
import { acts } from './done-texts.ts';
import { doneNote } from '../views/done-note-view.ts';
import { statusBadge, tagList, voteButton, type VotePlace } from '../portal/components-view.ts';
import { dateElement } from '../messages/times-view.ts';

const EXCERPT_MAX_CHARACTERS = 180;

/** Most of a row's time is reading the Markdown, which is the same with each request. */
const excerpt = memoizeByText(500, (description) => excerptOf(description, EXCERPT_MAX_CHARACTERS));

/** An item in a list, as an entry of it that addresses can name. */
export const ideaRow = (item: PublicItem, place: VotePlace, heading: 'h2' | 'h3'): Html =>
  html`<li class="card item" id="${anchors.idea(item.slug)}" tabindex="-1">
    ${itemRow(item, place, heading)}
  </li>`;

/** An item in a list: votes, excerpt and status. */
function itemRow(item: PublicItem, place: VotePlace, heading: 'h2' | 'h3'): Html {
  const { t, portal, isTeam } = place;
  const board = portal.boards.find(({ id }) => id === item.boardId);
  const link = html`<a href="${addresses.item(portal.slug, item.slug)}">${item.title}</a>`;
  return html`${voteButton(item, place)}
    <div>
      ${place.justVoted === item.slug && doneNote(t.text(acts.item[place.voted.has(item.id) ? 'voted' : 'unvoted']))}
      ${heading === 'h2' ? html`<h2 dir="auto">${link}</h2>` : html`<h3 dir="auto">${link}</h3>`}
      ${item.description && html`<p dir="auto">${excerpt(item.description)}</p>`}
      <div class="facts">
        ${statusBadge(item.status, t)} ${board && html`<span><bdi>${board.name}</bdi></span>`}
        ${item.commentCount > 0 && html`<span>${t.text('comments', { count: item.commentCount })}</span>`}
        <span>${dateElement(item.createdAt, t)}</span> ${tagList(item.tags, portal)}
        ${
          isTeam &&
          html`<a
            href="${addresses.item(portal.slug, item.slug)}#team"
            aria-label="${t.text('list.manageOne', { title: item.title })}"
            >${t.text('list.manage')}</a
          >`
        }
      </div>
    </div>`;
}
