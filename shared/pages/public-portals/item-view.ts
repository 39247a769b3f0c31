import { signInPath } from '../accounts/next-path.ts';
import { csrfField } from '../accounts/form-fields-view.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import { pluralize, dateElement, staffMark, statusBadge, tagList, voteButton } from './components-view.ts';
import { formNonceField } from './form-nonce-view.ts';
import { DESCRIPTION_MAX_CHARACTERS, type PortalView, type PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

/** The error of a submitted comment, and what was submitted. */
export interface Problem {
  text: string;
  content: string;
}

interface ItemPage {
  portal: ShownPortal;
  visitor: PortalVisitor | undefined;
  item: PublicItem;
  voted: ReadonlySet<string>;
  /** The newest comments, oldest first. */
  comments: readonly FeedbackComment[];
  /** The comment that the team has pinned. */
  official: FeedbackComment | undefined;
  /** Whether the visitor has just posted the item. */
  isNew: boolean;
  problem: Problem | undefined;
  /** The draft that the visitor wrote before they signed in. */
  draft: string | undefined;
  formNonce: string;
  /** The tools of the team, for its members. */
  teamPanel: Html | undefined;
}

/** The page of one item: description, votes and comments. */
export function itemView(page: ItemPage): PortalView {
  const { portal, visitor, item, voted, comments, official, isNew } = page;
  const path = addresses.item(portal.slug, item.slug);
  const board = portal.boards.find(({ id }) => id === item.boardId);
  return {
    path,
    tab: 'feedback',
    title: item.title,
    description: excerptOf(item.description ?? item.roadmapSummary ?? '', DESCRIPTION_MAX_CHARACTERS),
    type: 'article',
    body: html`${
        isNew &&
        html`<p class="thanks narrow" role="status">
          Thank you! Your idea has been posted with your vote. Everyone can vote for it now.
        </p>`
      }
      <article class="article narrow">
        <header class="item">
          ${voteButton(item, { portal, visitor, voted, path })}
          <div>
            <h1 dir="auto">${item.title}</h1>
            <div class="facts">
              ${statusBadge(item.status)} ${board && html`<span><bdi>${board.name}</bdi></span>`}
              <span>by <bdi>${item.authorName}</bdi></span> ${staffMark(item)}
              <span>${dateElement(item.createdAt)}</span> ${tagList(item.tags)}
            </div>
          </div>
        </header>
        ${item.roadmapSummary && html`<p class="lead" dir="auto">${item.roadmapSummary}</p>`}
        ${
          item.description &&
          html`<section class="part prose" dir="auto">${renderMarkdown(item.description)}</section>`
        }
        ${officialAnswer(official)}
      </article>
      ${page.teamPanel}
      <section class="part talk narrow">
        <h2>${pluralize(item.commentCount, 'comment', 'comments')}</h2>
        ${commentList(comments)} ${visitor ? commentForm(page, visitor) : askToSignIn(path)}
      </section>`,
  };
}

/** The comment that the team has pinned, unless it has been hidden since. */
const officialAnswer = (comment: FeedbackComment | undefined): Html | false =>
  comment !== undefined &&
  !comment.hidden &&
  !comment.internal &&
  html`<section class="part official" aria-labelledby="official">
    <h2 id="official">Official answer</h2>
    <ul class="plain said">
      ${commentCard(comment)}
    </ul>
  </section>`;

const commentCard = ({ authorName, authorKind, content, createdAt }: FeedbackComment): Html =>
  html`<li class="card">
    <div class="facts">
      <strong><bdi>${authorName}</bdi></strong> ${staffMark({ authorKind })} ${dateElement(createdAt)}
    </div>
    <p dir="auto">${content}</p>
  </li>`;

const commentList = (comments: readonly FeedbackComment[]): Html | false =>
  comments.length > 0 &&
  html`<ul class="plain said">
    ${comments.map(commentCard)}
  </ul>`;

const askToSignIn = (path: string): Html =>
  html`<p><a class="button" href="${signInPath(path)}">Sign in to comment</a></p>`;

function commentForm({ portal, item, problem, draft, formNonce }: ItemPage, visitor: PortalVisitor): Html {
  return html`<form class="card sheet" method="post" action="${addresses.comment(portal.slug, item.slug)}">
    ${csrfField(visitor)}${formNonceField(formNonce)}
    ${problem && html`<div class="notice" role="alert">${problem.text}</div>`}
    <div class="field">
      <label for="comment">Your comment</label>
      <textarea id="comment" name="content" required maxlength="4000">${problem?.content ?? draft}</textarea>
      <p class="hint">It will be public, with your name. E-mail addresses are removed.</p>
    </div>
    <button type="submit" class="button">Comment</button>
  </form>`;
}
