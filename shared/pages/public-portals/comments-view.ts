import { signInPath } from '../session/next-path.ts';
import { csrfField } from '../session/form-fields-view.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { ReactionKind, Reactions } from '../../feedback/items/reaction-store.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses, anchors, CANCEL, KEPT, REPLY, withQuery } from '../portal/addresses.ts';
import { avatar } from '../views/avatar-view.ts';
import { staffMark } from '../portal/components-view.ts';
import { agoElement } from '../messages/times-view.ts';
import { doneNote } from '../views/done-note-view.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';
import { longCommentFold } from './long-comment-view.ts';
import { postedAs, signInNext } from './name-field-view.ts';
import type { PortalVisitor } from '../portal/layout-view.ts';
import { picturesLater, writtenPictures } from '../portal/written-pictures-view.ts';

/** What a visitor typed into the form for a comment. */
export interface CommentDraft {
  content?: string | undefined;
  parentId?: string | undefined;
  name?: string | undefined;
  /** Whether it is stored until it is sent or given up. */
  isKept?: boolean;
}

export interface Comments {
  t: PageTexts;
  /** The slugs of the portal and the item. */
  place: readonly [portalSlug: string, itemSlug: string];
  visitor: (PortalVisitor & { userId: string }) | undefined;
  /** The name of a visitor who is a member of the team. */
  memberName: string | undefined;
  /** A page of comments, oldest first. */
  comments: readonly FeedbackComment[];
  /** The comment that the team has pinned, which is shown above. */
  official: FeedbackComment | undefined;
  count: number;
  reactions: (comment: FeedbackComment) => Reactions;
  /** Of the item, whose comments are marked as such. */
  itemAuthorId: string;
  /** The ids under which the visitor has posted. */
  authorIds: ReadonlySet<string>;
  /** The cursor of the page with older comments, and whether this is one of older ones itself. */
  older: string | undefined;
  isOlder: boolean;
  /** The path of this page of comments. */
  path: string;
  /** What has just been done here, and to which comment. */
  done: PlainText | undefined;
  said: string | undefined;
  /** The comment that the form replies to. */
  replyTo: string | undefined;
  problem: Fragment | undefined;
  draft: CommentDraft | undefined;
  formNonce: string;
  /** What the team can do with a comment, for its members. */
  toolsOf: ((comment: FeedbackComment) => Fragment) | undefined;
}

/** The comments on an item with their replies, and the form for another. */
export function commentsSection(page: Comments): Html {
  const { t, visitor, official, count, replyTo, done, said } = page;
  const first = firstComments(page);
  // Those of the official answer are shown with it.
  const below = official === undefined ? count : count - 1 - repliesTo(page, official).length;
  const isInThread = replyTo !== undefined && [official, ...first].some((one) => one?.id === replyTo);
  return html`<section class="part talk narrow" id="${anchors.comments}" tabindex="-1">
    <h2>${below > 0 ? t.text('comments', { count: below }) : t.text('comment.title')}</h2>
    ${done !== undefined && said === undefined && doneNote(t.text(done))} ${olderLinks(page)}
    ${threads(page, first)} ${!isInThread && commentForm(page, visitor)}
  </section>`;
}

/** The comment that the team has pinned, with its replies. */
export const officialAnswer = (page: Comments): Html | false =>
  page.official !== undefined &&
  html`<section class="part official" aria-labelledby="official">
    <h2 id="official">${page.t.text('idea.official')}</h2>
    <ul class="plain posts">
      ${thread(page, page.official)}
    </ul>
  </section>`;

/** The id of the list of comments, before which a script puts older ones. */
const LIST = 'thread';

/** With a script, older comments are put before the shown ones; without it, they are on a page of their own. */
const olderLinks = ({ t, older, isOlder, place }: Comments): Html | false =>
  (older !== undefined || isOlder) &&
  html`<p class="pages">
    ${
      older !== undefined &&
      html`<a
        data-more="${LIST}"
        data-done="${t.text('comment.added')}"
        href="${withQuery(addresses.item(...place), { cursor: older })}#${anchors.comments}"
        >${t.text('comment.older')}</a
      >`
    }
    ${isOlder && html`<a href="${addresses.item(...place)}#${anchors.comments}">${t.text('comment.newest')}</a>`}
  </p>`;

/** The comments that are below no other on the page; a reply whose comment is elsewhere or gone is one of them. */
function firstComments({ comments, official }: Comments): FeedbackComment[] {
  const ids = new Set([...comments.map(({ id }) => id), official?.id]);
  return comments.filter(
    ({ id, parentId }) => id !== official?.id && (parentId === null || !ids.has(parentId)),
  );
}

const threads = (page: Comments, first: readonly FeedbackComment[]): Html | false =>
  first.length > 0 &&
  html`<ul class="plain posts" id="${LIST}" data-more="before">
    ${first.map((comment) => thread(page, comment))}
  </ul>`;

/** The shown replies to a comment. */
const repliesTo = ({ comments, official }: Comments, comment: FeedbackComment): FeedbackComment[] =>
  comments.filter(({ id, parentId }) => parentId === comment.id && id !== official?.id);

function thread(page: Comments, comment: FeedbackComment): Html {
  const replies = repliesTo(page, comment);
  const isRepliedTo = page.visitor && page.replyTo === comment.id;
  return html`<li class="card" id="${anchors.comment(comment.id)}" tabindex="-1">
    ${card(page, comment)}
    ${
      replies.length > 0 &&
      html`<ul class="plain replies">
        ${replies.map(
          (reply) => html`<li id="${anchors.comment(reply.id)}" tabindex="-1">${card(page, reply)}</li>`,
        )}
      </ul>`
    }
    ${isRepliedTo && commentForm(page, page.visitor)}
  </li>`;
}

const card = (page: Comments, comment: FeedbackComment): Fragment => {
  const { t, said, done } = page;
  const { id, authorId, authorName, content, createdAt, editedAt } = comment;
  return [
    said === id && done !== undefined && doneNote(t.text(done)),
    html`<div class="facts">
      ${avatar(authorName)}<strong><bdi>${authorName}</bdi></strong> ${staffMark(comment, t)}
      ${authorId === page.itemAuthorId && html`<span class="tag">${t.text('comment.author')}</span>`}
      <a class="at" href="#${anchors.comment(id)}">${agoElement(createdAt, t)}</a>
      ${editedAt !== null && html`<span>${t.text('comment.edited')}</span>`}
    </div>`,
    html`<div class="prose" dir="auto">${renderComment(content)}</div>`,
    // The official answer is what readers look for.
    id !== page.official?.id && longCommentFold(comment, t),
    html`<div class="acts">${reactionButtons(page, comment)} ${linksOf(page, comment)}</div>`,
    page.toolsOf?.(comment),
  ];
};

function linksOf(
  { t, place, visitor, authorIds }: Comments,
  { id, parentId, authorId, authorName }: FeedbackComment,
): Fragment {
  // Without a place on the page, browsers begin in the field that asks for it.
  const reply = withQuery(addresses.item(...place), { [REPLY]: parentId ?? id });
  return [
    html`<a
      href="${visitor ? reply : signInPath(reply)}"
      aria-label="${t.text('comment.replyTo', { name: authorName })}"
      >${t.text('comment.reply')}</a
    >`,
    authorIds.has(authorId) &&
      html`<a href="${addresses.ownComment(...place, id)}">${t.text('comment.edit')}</a>`,
  ];
}

const icons: Record<ReactionKind, string> = { thumbs_up: '👍', heart: '❤️', celebrate: '🎉' };

function reactionButtons(page: Comments, comment: FeedbackComment): Fragment {
  const { t, visitor, place } = page;
  const all = Object.entries(page.reactions(comment)) as [ReactionKind, ReadonlySet<string>][];
  const nameOf = (kind: ReactionKind, count: number) =>
    t.text('reaction.count', { name: t.text(`reaction.${kind}`), count });
  if (!visitor)
    return all
      .filter(([, { size }]) => size > 0)
      .map(
        ([kind, { size }]) =>
          html`<span class="reaction"
            ><span class="hidden">${nameOf(kind, size)}</span
            ><span aria-hidden="true">${icons[kind]} ${t.number(size)}</span></span
          >`,
      );
  return html`<form
    method="post"
    action="${addresses.ownComment(...place, comment.id)}/reaction"
    data-stay="${t.text('stay.lost')}"
  >
    ${csrfField(visitor)} ${page.isOlder && html`<input type="hidden" name="back-to" value="${page.path}" />`}
    ${all.map(([kind, users]) => {
      const has = users.has(visitor.userId);
      return html`<button
        class="reaction"
        name="${has ? 'back' : 'give'}"
        value="${kind}"
        aria-pressed="${has ? 'true' : 'false'}"
        aria-label="${nameOf(kind, users.size)}"
      >
        ${icons[kind]} ${users.size > 0 && t.number(users.size)}
      </button>`;
    })}
  </form>`;
}

/** The form for a comment or a reply. Strangers write first and sign in with what they wrote. */
function commentForm(page: Comments, visitor: PortalVisitor | undefined): Html {
  const { t, place, problem, draft, formNonce, replyTo } = page;
  return html`<form
    class="card sheet"
    id="${anchors.write}"
    method="post"
    action="${addresses.comment(...place)}"
    data-writes="yes"
  >
    ${visitor && [csrfField(visitor), formNonceField(formNonce)]}
    ${replyTo !== undefined && html`<input type="hidden" name="parentId" value="${replyTo}" />`}
    ${draft?.isKept && html`<input type="hidden" name="${KEPT}" value="yes" />`}
    ${problem !== undefined && html`<div class="notice bad" role="alert" id="problem">${problem}</div>`}
    ${draft?.content && problem === undefined && doneNote(t.text('done.signedIn'))}
    <div class="field">
      <label for="comment">${t.text(replyTo === undefined ? 'idea.comment' : 'comment.yourReply')}</label>
      <textarea
        id="comment"
        name="content"
        required
        maxlength="4000"
        aria-describedby="${problem !== undefined && 'problem '}comment-hint"
        ${problem !== undefined && html`aria-invalid="true"`}
        ${(problem !== undefined || replyTo !== undefined) && html`autofocus`}
      >
${draft?.content}</textarea>
      <p class="hint" id="comment-hint">${t.text('form.hint')} ${picturesLater(t)}</p>
      ${visitor && writtenPictures(t)}
    </div>
    ${visitor ? postedAs({ visitor, memberName: page.memberName, typed: draft?.name }, t) : signInNext(t)}
    <div class="send">
      <button type="submit" class="button">
        ${t.text(replyTo === undefined ? 'idea.send' : 'comment.reply')}
      </button>
      ${cancel(page)}
    </div>
  </form>`;
}

/** Leaves a reply; a draft of it that is stored is given up. */
const cancel = ({ t, place, replyTo, draft }: Comments): Fragment =>
  replyTo !== undefined &&
  (draft?.isKept
    ? html`<button type="submit" class="link" name="${CANCEL}" value="yes" formnovalidate>
        ${t.text('button.cancel')}
      </button>`
    : html`<a href="${addresses.item(...place)}#${anchors.comment(replyTo)}">${t.text('button.cancel')}</a>`);
