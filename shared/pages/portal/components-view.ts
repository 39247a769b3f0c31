import { signInPath } from '../session/next-path.ts';
import { csrfField } from '../session/form-fields-view.ts';
import type { ItemStatus, PublicItem } from '../../feedback/items/item.ts';
import { Html, html } from '../../kernel/html/html.ts';
import { addresses, anchors, VOTED, withQuery } from './addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

/** A status of an item. */
export const statusBadge = (status: ItemStatus, t: PageTexts): Html =>
  html`<span class="status ${status}">${t.text(`status.${status}`)}</span>`;

/** The public tags of an item, which lead to the ideas that have them too. */
export const tagList = (tags: readonly string[], portal: { slug: string }): Html[] =>
  tags.map(
    (tag) =>
      html`<a class="tag" href="${withQuery(addresses.portal(portal.slug), { tag })}"><bdi>${tag}</bdi></a>`,
  );

/** Marks posts by members of the portal's workspace; posts written after leaving it have no mark. */
export const staffMark = ({ authorKind }: Pick<PublicItem, 'authorKind'>, t: PageTexts): Html | false =>
  authorKind !== 'visitor' && html`<span class="staff">${t.text('team')}</span>`;

const arrow = new Html(
  '<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="M3 10.5 8 5.5l5 5"/></svg>',
);

export interface VotePlace {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor | undefined;
  voted: ReadonlySet<string>;
  /** Whether the visitor manages the portal, so that items link to its forms. */
  isTeam?: boolean;
  /** The page to return to. */
  path: string;
  /** The slug of the item that the visitor has just voted for. */
  justVoted?: string | undefined;
}

/** Where a visitor is led who signs in to vote: the item on the page with the button. */
const votedPath = (path: string, { slug }: PublicItem): string =>
  `${path}${path.includes('?') ? '&' : '?'}${VOTED}=${slug}#${path.includes('/items/') ? anchors.item : anchors.idea(slug)}`;

/** The vote count of an item with a button to vote or take the vote back, or to sign in first. */
export function voteButton(item: PublicItem, { t, portal, visitor, voted, path }: VotePlace): Html {
  const { title, voteCount } = item;
  const label = { title, votes: t.text('votes', { count: voteCount }) };
  const inside = html`${arrow}<span>${t.number(voteCount)}</span>`;
  if (!visitor) {
    return html`<a
      class="vote"
      href="${signInPath(votedPath(path || addresses.item(portal.slug, item.slug), item), item.slug)}"
      aria-label="${t.text('vote.signIn', label)}"
      >${inside}</a
    >`;
  }
  const has = voted.has(item.id);
  return html`<form
    method="post"
    action="${addresses.vote(portal.slug, item.slug)}"
    ${path !== '' && html`data-stay="${t.text('stay.lost')}"`}
  >
    ${csrfField(visitor)}<input type="hidden" name="back" value="${path}" />
    <button
      class="vote"
      name="vote"
      value="${has ? 'back' : 'give'}"
      aria-pressed="${has ? 'true' : 'false'}"
      aria-label="${t.text('vote.button', label)}"
    >
      ${inside}
    </button>
  </form>`;
}

/** A check mark next to what is chosen. */
export const check = new Html(
  '<svg class="check" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="m3 8.5 3.5 3.5L13 5"/></svg>',
);
