import { signInPath } from '../accounts/next-page.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { csrfField } from '../accounts/csrf.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { commentIdOf, commentsOf, getComment, toComment } from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, THANKS } from './addresses.ts';
import { DESCRIPTION_MAX_CHARACTERS, portalPage } from './layout.ts';
import { findPublicItem } from './find-item.ts';
import { showPortal, type ShownPortal } from './find-portal.ts';
import { newFormNonce, formNonceField } from './form-nonce.ts';
import { counted, dateOf, staffMark, statusBadge, tagList, voteButton } from './components.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

/** Number of comments shown, the newest; the count includes older ones. */
const COMMENTS_SHOWN = 100;

/** The error of a submitted comment, and what was submitted. */
export interface Problem {
  text: string;
  content: string;
}

/** The page of the item in the request's path; `problem` is the error of a submitted comment. */
export async function itemPage(call: WebCall, problem?: Problem): Promise<WebResponse> {
  const { services, request } = call;
  const { portalSlug, itemSlug } = request.parameters as { portalSlug: string; itemSlug: string };
  // What everyone sees; reads of the visitor's own join its batches.
  const read = readAhead(call.read, addresses.item(portalSlug, itemSlug));
  const newestComments = (itemIds: readonly string[]) =>
    readNewest(read, {
      index: 'list',
      partitions: itemIds.map((id) => commentsOf(id)),
      before: undefined,
      limit: COMMENTS_SHOWN,
    });
  const [visitor, { portal: found, item, officialCommentId, commentedIds, loaded }] = await Promise.all([
    signedInVisitor(call),
    findPublicItem(read, { portalSlug, itemSlug }, (id) => newestComments([id])),
  ]);
  const listed = loaded.find((one) => commentIdOf(one) === officialCommentId);
  const [voted, comments, official, draft] = await Promise.all([
    visitor ? findVotes(call.read, visitor.session.user.id, [item.id]) : new Set<string>(),
    commentedIds.length === 1 ? loaded : newestComments(commentedIds),
    listed ?? (officialCommentId === null ? undefined : getComment(read, officialCommentId)),
    visitor && getDraft(call.read, visitor.session.user.id, request.path, call.now),
  ]);
  const portal = showPortal(found, services.baseUrl());
  const path = addresses.item(portal.slug, item.slug);
  const isNew = voted.has(item.id) && request.query.has(THANKS);
  const board = portal.boards.find(({ id }) => id === item.boardId);
  return portalPage({
    portal,
    visitor,
    path,
    baseUrl: services.baseUrl(),
    tab: 'feedback',
    title: item.title,
    description: excerptOf(item.description ?? item.roadmapSummary ?? '', DESCRIPTION_MAX_CHARACTERS),
    type: 'article',
    ...(problem ? { status: 400 } : {}),
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
              <span>${dateOf(item.createdAt)}</span> ${tagList(item.tags)}
            </div>
          </div>
        </header>
        ${item.roadmapSummary && html`<p class="lead" dir="auto">${item.roadmapSummary}</p>`}
        ${
          item.description &&
          html`<section class="part prose" dir="auto">${renderMarkdown(item.description)}</section>`
        }
        ${officialAnswer(official && toComment(official))}
      </article>
      <section class="part talk narrow">
        <h2>${counted(item.commentCount, 'comment', 'comments')}</h2>
        ${commentList(comments.map(toComment).reverse())}
        ${visitor ? commentForm(call, { portal, item, visitor, problem, draft: draft?.['content'] }) : askToSignIn(path)}
      </section>`,
  });
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
      <strong><bdi>${authorName}</bdi></strong> ${staffMark({ authorKind })} ${dateOf(createdAt)}
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

interface Form {
  portal: ShownPortal;
  item: PublicItem;
  visitor: SignedIn;
  problem: Problem | undefined;
  draft: string | undefined;
}

function commentForm(call: WebCall, { portal, item, visitor, problem, draft }: Form): Html {
  return html`<form class="card sheet" method="post" action="${addresses.comment(portal.slug, item.slug)}">
    ${csrfField(visitor)}${formNonceField(newFormNonce(call))}
    ${problem && html`<div class="notice" role="alert">${problem.text}</div>`}
    <div class="field">
      <label for="comment">Your comment</label>
      <textarea id="comment" name="content" required maxlength="4000">${problem?.content ?? draft}</textarea>
      <p class="hint">It will be public, with your name. E-mail addresses are removed.</p>
    </div>
    <button type="submit" class="button">Comment</button>
  </form>`;
}
