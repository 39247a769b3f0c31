import { csrfField } from '../session/form-fields-view.ts';
import { signInPath } from '../session/next-path.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import { renderMarkdown, withOpeningImage } from '../../feedback/markdown/markdown.ts';
import { storyScript } from '../../browser/assets.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { addresses, anchors, DONE, FOLLOWED, withQuery } from '../portal/addresses.ts';
import { avatar } from '../views/avatar-view.ts';
import { commentsSection, officialAnswer, type Comments } from './comments-view.ts';
import { doneNote } from '../views/done-note-view.ts';
import { check, staffMark, statusBadge, tagList, voteButton } from '../portal/components-view.ts';
import { dateElement } from '../messages/times-view.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../portal/head-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';
import { discussionData } from './structured-data.ts';

interface ItemPage {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor | undefined;
  item: PublicItem;
  voted: ReadonlySet<string>;
  /** What the visitor has just done with the item. */
  done: PlainText | undefined;
  /** Whether its author has changed its text, which others may have voted for. */
  isEdited: boolean;
  /** Whether the visitor gets news of the item. */
  isFollowed: boolean;
  /** Whether the visitor can change or delete it. */
  isOwn: boolean;
  /** Its comments, newest first. */
  comments: readonly FeedbackComment[];
  talk: Comments;
  /** The tools of the team, for its members. */
  team: { panel: Html; status: Html | false } | undefined;
}

/** The page of one item: description, votes and comments. */
export function itemView(page: ItemPage): PortalView {
  const { t, portal, visitor, item, voted, talk, done } = page;
  const path = addresses.item(portal.slug, item.slug);
  const board = portal.boards.find(({ id }) => id === item.boardId);
  const text = excerptOf(item.description ?? item.roadmapSummary ?? '', DESCRIPTION_MAX_CHARACTERS);
  return {
    path,
    tab: 'feedback',
    title: item.title,
    description: text,
    type: 'article',
    takesPictures: visitor !== undefined,
    ...(page.team && { script: storyScript.path }),
    picture: { path: addresses.itemPicture(portal.slug, item.slug) },
    data: (baseUrl) => discussionData({ portal, item, text, comments: page.comments }, baseUrl),
    body: html`<p class="narrow back">
        <a href="${addresses.portal(portal.slug)}">${t.text('list.showAll')}</a>
      </p>
      <article class="article narrow" id="${anchors.item}" tabindex="-1">
        ${done !== undefined && doneNote(t.text(done))}
        <header class="item">
          ${voteButton(item, { t, portal, visitor, voted, path })}
          <div>
            <h1 dir="auto">${item.title}</h1>
            <div class="facts">
              ${statusBadge(item.status, t)} ${board && html`<span><bdi>${board.name}</bdi></span>`}
              ${avatar(item.authorName)}<span
                >${t.markup('by', { name: html`<bdi>${item.authorName}</bdi>` })}</span
              >
              ${staffMark(item, t)} <span>${dateElement(item.createdAt, t)}</span>
              ${page.isEdited && html`<span>${t.text('own.isEdited')}</span>`} ${tagList(item.tags, portal)}
            </div>
          </div>
        </header>
        ${page.team?.status}
        ${item.description && html`<section class="part prose" dir="auto">${withOpeningImage(renderMarkdown(item.description))}</section>`}
        ${
          item.roadmapSummary &&
          html`<div class="fromteam">
            <strong>${t.text('idea.fromTeam')}</strong>
            <p dir="auto">${plainNote(item.roadmapSummary)}</p>
          </div>`
        }
        <div class="acts">
          ${followButton(page)} ${page.isOwn && ownLink(page)}
          ${page.team && html`<a href="#team">${t.text('tools.title')}</a>`}
        </div>
        ${officialAnswer(talk)}
      </article>
      ${commentsSection(talk)} ${page.team?.panel}`,
  };
}

/** Getting news of an item needs no vote for it. */
function followButton({ t, portal, visitor, item, isFollowed }: ItemPage): Html {
  const path = addresses.item(portal.slug, item.slug);
  if (!visitor) {
    const followed = `${withQuery(path, { [DONE]: FOLLOWED })}#${anchors.item}`;
    return html`<a href="${signInPath(followed)}">${t.text('follow.signIn')}</a>`;
  }
  return html`<form
    method="post"
    action="${addresses.follow(portal.slug, item.slug)}"
    data-stay="${t.text('stay.lost')}"
  >
    ${csrfField(visitor)}
    <button
      class="button quiet"
      name="follow"
      value="${isFollowed ? 'no' : 'yes'}"
      aria-pressed="${isFollowed ? 'true' : 'false'}"
    >
      ${isFollowed && check}${t.text(isFollowed ? 'follow.on' : 'follow.off')}
    </button>
  </form>`;
}

const ownLink = ({ t, portal, item }: ItemPage): Html =>
  html`<a class="button quiet" href="${addresses.editItem(portal.slug, item.slug)}"
      >${t.text('own.change')}</a
    >
    <a class="button quiet" href="${addresses.itemPictureForm(portal.slug, item.slug)}"
      >${t.text('picture.add')}</a
    >`;
