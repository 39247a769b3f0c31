import { statusSelect } from './quick-status-view.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { MailMode } from '../../identity/mail/preference-store.ts';
import { addresses, anchors, REPLY, withQuery } from '../portal/addresses.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import type { PortalView } from '../portal/layout-view.ts';
import type { Board } from '../../feedback/portal/portal.ts';
import { button, outcomeOf, outcomeView, selectField, teamForm, type FormBinding } from '../kit/form-view.ts';
import { choiceLinks } from './choices-view.ts';
import { BY_VOTES, findForm, isSorted, type IdeaFilter, type InboxShows } from './find-form-view.ts';
import { manageView } from './manage-nav-view.ts';

export interface InboxComment {
  comment: FeedbackComment;
  /** Whether the team has written nothing public about the idea since. */
  isUnanswered: boolean;
  item: { slug: string; title: string };
}

/** An idea whose status was just set, and the one that follows it in the list. */
export interface Changed {
  item: FeedbackItem;
  was: FeedbackItem['status'];
  next: string | undefined;
}

interface Inbox extends FormBinding, IdeaFilter {
  slug: string;
  boards: readonly Board[];
  shows: InboxShows;
  /** Whether ideas with the most votes come first, instead of the newest. */
  byVotes: boolean;
  /** How many ideas are new; `isMore` if that is only the least. */
  fresh: { count: number; isMore: boolean };
  /** Where the page begins, unless it is the first. */
  cursor: string | undefined;
  /** How the member gets mail about what visitors write. */
  mail: MailMode;
  items: readonly FeedbackItem[];
  nextCursor: string | null;
  /** The comments by visitors, on the page that lists them; `isMore` if there may be older ones. */
  talk: { comments: readonly InboxComment[]; isMore: boolean } | undefined;
  /** Whether the comments alone are listed that the team has not answered. */
  isUnansweredOnly: boolean;
  /** The form that was carried out. */
  done: string | undefined;
  changed: Changed | undefined;
}

const EXCERPT_MAX_CHARACTERS = 240;

const outcomes: Record<string, PlainText> = {
  status: 'manage.saved',
  show: 'tools.show',
  'hide-comment': 'tools.hide-comment',
  'show-comment': 'tools.show-comment',
  mail: 'manage.saved',
  delete: 'inbox.deleted',
};

/** What each list says when it is empty. */
const emptyTexts = {
  new: 'inbox.noNew',
  comments: 'inbox.noComments',
  hidden: 'inbox.noHidden',
  all: 'inbox.noIdeas',
} as const satisfies Record<InboxShows, PlainText>;

const lists = Object.keys(emptyTexts) as InboxShows[];

/** The page with the newest ideas and comments of a portal. */
export function inboxView(inbox: Inbox): PortalView {
  const { t, slug, shows, byVotes, boardId, q, status, tag, nextCursor, done } = inbox;
  const here = (show: InboxShows, { cursor, votes = byVotes }: { cursor?: string; votes?: boolean } = {}) =>
    withQuery(addresses.manage(slug), {
      show: show === 'new' ? undefined : show,
      sort: votes && isSorted(show) ? BY_VOTES : undefined,
      board: show === 'comments' ? undefined : boardId,
      q: show === 'comments' ? undefined : q,
      status: show === 'all' ? status : undefined,
      tag: show === 'all' ? tag : undefined,
      cursor,
    });
  return manageView({
    t,
    slug,
    path: here(shows),
    tab: 'inbox',
    title: t.text('manage.inbox'),
    body: html`${!inbox.changed && outcomeView(outcomeOf(t, outcomes, done), undefined)}
      ${choiceLinks(
        t.text('manage.inbox'),
        lists.map((show) => ({
          href: here(show),
          text: [t.text(`inbox.${show}`), show === 'new' && countView(inbox.fresh, t)],
          isCurrent: show === shows,
        })),
      )}
      <div class="find">
        ${shows !== 'comments' && findForm(inbox)} ${talkChoices(inbox)}
        ${isSorted(shows) && q === undefined && sortChoices(inbox, (votes) => here(shows, { votes }))}
        ${mailForm(inbox)}
      </div>
      <section class="part" aria-labelledby="shown">
        <h2 class="hidden" id="shown">${t.text(`inbox.${shows}`)}</h2>
        ${rowsOf(inbox)}
        ${
          nextCursor !== null &&
          html`<p class="more">
            <a rel="next" href="${here(shows, { cursor: nextCursor })}">${t.text('list.more')}</a>
          </p>`
        }
      </section>`,
  });
}

const countView = ({ count, isMore }: Inbox['fresh'], t: Inbox['t']): Fragment =>
  count > 0 && html` <span class="count">${t.number(count)}${isMore && '+'}</span>`;

const sortChoices = ({ t, byVotes }: Inbox, to: (votes: boolean) => string): Html =>
  choiceLinks(
    t.text('list.order'),
    [false, true].map((votes) => ({
      href: to(votes),
      text: t.text(votes ? 'list.mostWanted' : 'list.newest'),
      isCurrent: votes === byVotes,
    })),
  );

/** The value of the page's query for the comments without an answer. */
export const UNANSWERED = 'unanswered';

const unansweredOf = (talk: NonNullable<Inbox['talk']>) =>
  talk.comments.filter(({ isUnanswered }) => isUnanswered);

/** All comments, or those that wait for the team. */
function talkChoices({ t, slug, talk, isUnansweredOnly }: Inbox): Fragment {
  if (!talk) return undefined;
  const waiting = { count: unansweredOf(talk).length, isMore: talk.isMore };
  return choiceLinks(
    t.text('inbox.comments'),
    [false, true].map((only) => ({
      href: withQuery(addresses.manage(slug), { show: 'comments', only: only ? UNANSWERED : undefined }),
      text: only ? [t.text('inbox.unanswered'), countView(waiting, t)] : t.text('inbox.allComments'),
      isCurrent: only === isUnansweredOnly,
    })),
  );
}

const mailModes = ['off', 'daily', 'each'] as const satisfies readonly MailMode[];

const mailForm = (inbox: Inbox): Html =>
  html`<details class="mailing">
    <summary>
      <span>${inbox.t.text('inbox.mail')}</span> <strong>${inbox.t.text(`inbox.${inbox.mail}`)}</strong>
    </summary>
    ${teamForm(
      inbox,
      addresses.manageMail(inbox.slug),
      {},
      html`${selectField('mail', inbox.t.text('inbox.mailAbout'), {
          name: 'mail',
          choices: mailModes.map((value) => ({ value, text: inbox.t.text(`inbox.${value}`) })),
          chosen: inbox.mail,
        })}
        <p class="hint">${inbox.t.text('inbox.mailHint')}</p>
        ${button(inbox.t.text('button.save'))}`,
    )}
  </details>`;

function rowsOf(inbox: Inbox): Fragment {
  const { t, shows, items, talk, changed, isUnansweredOnly, nextCursor } = inbox;
  const comments = talk ? (isUnansweredOnly ? unansweredOf(talk) : talk.comments) : [];
  const isEmpty = items.length + comments.length === 0;
  const isFiltered = (inbox.q ?? inbox.boardId ?? inbox.status ?? inbox.tag) !== undefined;
  // A page of a rare tag can end before it has found one.
  const noneFound = nextCursor === null ? 'inbox.noneFound' : 'list.emptyMore';
  const empty = isUnansweredOnly ? 'inbox.allAnswered' : isFiltered ? noneFound : emptyTexts[shows];
  if (isEmpty && !changed) return html`<p role="status">${t.text(empty)}</p>`;
  // Where the row was on whose button was pressed: before the one that followed it.
  const place = items.findIndex(({ id }) => id === changed?.next);
  const [before, after] = place < 0 ? [items, []] : [items.slice(0, place), items.slice(place)];
  return html`<ul class="plain posts">
      ${before.map((item, index) => itemRow(inbox, item, items[index + 1]?.id))}
      ${changed && changedRow(inbox, changed)}
      ${after.map((item, index) => itemRow(inbox, item, after[index + 1]?.id))}
      ${comments.map((one) => commentRow(inbox, one))}
    </ul>
    ${isEmpty && html`<p>${t.text(empty)}</p>`}`;
}

/** What has just been set, and a button that sets it back. */
const changedRow = (inbox: Inbox, { item, was }: Changed): Html =>
  html`<li class="card done" id="${anchors.done}" tabindex="-1">
    <p role="status">
      ${inbox.t.markup('inbox.statusSet', {
        title: html`<a href="${addresses.manageItem(inbox.slug, item.slug)}"><bdi>${item.title}</bdi></a>`,
        status: html`<strong>${inbox.t.text(`status.${item.status}`)}</strong>`,
      })}
    </p>
    ${
      item.status !== was &&
      teamForm(
        inbox,
        `${addresses.manageItem(inbox.slug, item.slug)}/status`,
        { ...placeOf(inbox), version: item.updatedAt, status: was },
        button(inbox.t.text('inbox.undo'), { quiet: true }),
      )
    }
  </li>`;

/** What brings a form's sender back to this list. */
const placeOf = ({
  shows,
  byVotes,
  boardId,
  q,
  status,
  tag,
  cursor,
  isUnansweredOnly,
}: Inbox): Readonly<Record<string, string>> => ({
  place: 'inbox',
  show: shows,
  ...(byVotes ? { sort: BY_VOTES } : {}),
  ...(boardId === undefined ? {} : { board: boardId }),
  ...(q === undefined ? {} : { q }),
  // A form of a row has another status, which it sets.
  ...(status === undefined ? {} : { listed: status }),
  ...(tag === undefined ? {} : { tag }),
  ...(isUnansweredOnly ? { only: UNANSWERED } : {}),
  ...(cursor === undefined ? {} : { cursor }),
});

const heading = (slug: string, { slug: itemSlug, title }: { slug: string; title: string }): Html =>
  html`<h3>
    <a href="${addresses.manageItem(slug, itemSlug)}"><bdi>${title}</bdi></a>
  </h3>`;

function itemRow(inbox: Inbox, item: FeedbackItem, next: string | undefined): Html {
  const { t, slug } = inbox;
  const id = `status-${item.id}`;
  return html`<li class="card triage">
    ${heading(slug, item)}
    ${item.description && html`<p dir="auto">${excerptOf(item.description, EXCERPT_MAX_CHARACTERS)}</p>`}
    <div class="facts">
      <span>${t.markup('by', { name: html`<bdi>${item.authorName}</bdi>` })}</span>
      ${dateElement(item.createdAt, t)} <span>${t.text('votes', { count: item.voteCount })}</span>
      <span>${t.text('comments', { count: item.commentCount })}</span>
      ${item.mergedIntoId !== null && html`<span class="tag">${t.text('inbox.merged')}</span>`}
      ${item.tags.map((tag) => tagLink(inbox, tag))}
    </div>
    ${
      !item.hidden &&
      teamForm(
        inbox,
        `${addresses.manageItem(slug, item.slug)}/status`,
        { ...placeOf(inbox), version: item.updatedAt, ...(next === undefined ? {} : { next }) },
        html`<div class="quick">
          <label class="hidden" for="${id}">${t.text('inbox.statusOf', { title: item.title })}</label>
          ${statusSelect(id, item.status, t)} ${button(t.text('inbox.setStatus'), { quiet: true })}
        </div>`,
      )
    }
    ${item.hidden && item.mergedIntoId === null && unhideForm(inbox, item)}
  </li>`;
}

/** A public tag of an idea, which leads to all ideas that have it. */
const tagLink = ({ slug }: Inbox, tag: string): Html =>
  html`<a class="tag" href="${withQuery(addresses.manage(slug), { show: 'all', tag })}"
    ><bdi>${tag}</bdi></a
  >`;

/** What makes a hidden idea public from its row. */
const unhideForm = (inbox: Inbox, item: FeedbackItem): Html =>
  teamForm(
    inbox,
    `${addresses.manageItem(inbox.slug, item.slug)}/show`,
    { ...placeOf(inbox), version: item.updatedAt },
    html`<button type="submit" class="button quiet">
      ${inbox.t.text('tools.showIt')}<span class="hidden">: ${item.title}</span>
    </button>`,
  );

function commentRow(inbox: Inbox, { comment, item, isUnanswered }: InboxComment): Html {
  const { t, slug } = inbox;
  const act = comment.hidden ? 'show-comment' : 'hide-comment';
  return html`<li class="card triage">
    ${heading(slug, item)}
    <div class="prose" dir="auto">${renderComment(comment.content)}</div>
    <div class="facts">
      <span>${t.markup('by', { name: html`<bdi>${comment.authorName}</bdi>` })}</span>
      ${dateElement(comment.createdAt, t)}
      ${comment.hidden && html`<span class="tag">${t.text('manage.hidden')}</span>`}
      ${isUnanswered && !inbox.isUnansweredOnly && html`<span class="tag">${t.text('inbox.unanswered')}</span>`}
    </div>
    <div class="acts">
      ${
        !comment.hidden &&
        html`<a
          href="${withQuery(addresses.item(slug, item.slug), { [REPLY]: comment.parentId ?? comment.id })}"
          >${t.text('comment.reply')}</a
        >`
      }
      ${teamForm(
        inbox,
        `${addresses.manageItem(slug, item.slug)}/${act}`,
        { ...placeOf(inbox), comment: comment.id, of: comment.itemId },
        button(t.text(comment.hidden ? 'tools.showIt' : 'tools.hideComment'), { quiet: true }),
      )}
    </div>
  </li>`;
}
