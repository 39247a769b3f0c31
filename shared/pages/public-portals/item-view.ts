import { signInPath } from '../accounts/next-path.ts';
import { csrfField } from '../accounts/form-fields-view.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { addresses } from './addresses.ts';
import { dateElement, staffMark, statusBadge, tagList, voteButton } from './components-view.ts';
import { formNonceField } from './form-nonce-view.ts';
import { DESCRIPTION_MAX_CHARACTERS } from './head-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';
import { discussionData } from './structured-data.ts';

/** The error of a submitted comment, and what was submitted. */
export interface Problem {
  text: PlainText;
  content: string;
}

interface ItemPage {
  t: PageTexts;
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
  const { t, portal, visitor, item, voted, comments, official, isNew } = page;
  const path = addresses.item(portal.slug, item.slug);
  const board = portal.boards.find(({ id }) => id === item.boardId);
  const text = excerptOf(item.description ?? item.roadmapSummary ?? '', DESCRIPTION_MAX_CHARACTERS);
  return {
    path,
    tab: 'feedback',
    title: item.title,
    description: text,
    type: 'article',
    data: (baseUrl) => discussionData({ portal, item, text }, baseUrl),
    body: html`${isNew && html`<p class="thanks narrow" role="status">${t.text('idea.thanks')}</p>`}
      <article class="article narrow">
        <header class="item">
          ${voteButton(item, { t, portal, visitor, voted, path })}
          <div>
            <h1 dir="auto">${item.title}</h1>
            <div class="facts">
              ${statusBadge(item.status, t)} ${board && html`<span><bdi>${board.name}</bdi></span>`}
              <span>${t.markup('by', { name: html`<bdi>${item.authorName}</bdi>` })}</span>
              ${staffMark(item, t)} <span>${dateElement(item.createdAt, t)}</span> ${tagList(item.tags)}
            </div>
          </div>
        </header>
        ${item.roadmapSummary && html`<p class="lead" dir="auto">${item.roadmapSummary}</p>`}
        ${
          item.description &&
          html`<section class="part prose" dir="auto">${renderMarkdown(item.description)}</section>`
        }
        ${officialAnswer(official, t)}
      </article>
      ${page.teamPanel}
      <section class="part talk narrow">
        <h2>${t.text('comments', { count: item.commentCount })}</h2>
        ${commentList(comments, t)} ${visitor ? commentForm(page, visitor) : askToSignIn(path, t)}
      </section>`,
  };
}

/** The comment that the team has pinned, unless it has been hidden since. */
const officialAnswer = (comment: FeedbackComment | undefined, t: PageTexts): Html | false =>
  comment !== undefined &&
  !comment.hidden &&
  !comment.internal &&
  html`<section class="part official" aria-labelledby="official">
    <h2 id="official">${t.text('idea.official')}</h2>
    <ul class="plain said">
      ${commentCard(comment, t)}
    </ul>
  </section>`;

const commentCard = ({ authorName, authorKind, content, createdAt }: FeedbackComment, t: PageTexts): Html =>
  html`<li class="card">
    <div class="facts">
      <strong><bdi>${authorName}</bdi></strong> ${staffMark({ authorKind }, t)} ${dateElement(createdAt, t)}
    </div>
    <p dir="auto">${content}</p>
  </li>`;

const commentList = (comments: readonly FeedbackComment[], t: PageTexts): Html | false =>
  comments.length > 0 &&
  html`<ul class="plain said">
    ${comments.map((comment) => commentCard(comment, t))}
  </ul>`;

const askToSignIn = (path: string, t: PageTexts): Html =>
  html`<p><a class="button" href="${signInPath(path)}">${t.text('idea.signIn')}</a></p>`;

function commentForm({ t, portal, item, problem, draft, formNonce }: ItemPage, visitor: PortalVisitor): Html {
  return html`<form class="card sheet" method="post" action="${addresses.comment(portal.slug, item.slug)}">
    ${csrfField(visitor)}${formNonceField(formNonce)}
    ${problem && html`<div class="notice" role="alert">${t.text(problem.text)}</div>`}
    <div class="field">
      <label for="comment">${t.text('idea.comment')}</label>
      <textarea id="comment" name="content" required maxlength="4000">${problem?.content ?? draft}</textarea>
      <p class="hint">${t.text('idea.public')}</p>
    </div>
    <button type="submit" class="button">${t.text('idea.send')}</button>
  </form>`;
}
