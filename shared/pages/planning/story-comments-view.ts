import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderCommentForMembers } from '../../feedback/markdown/markdown.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import {
  BEFORE,
  commentAnchor,
  commentPath,
  COMMENTS,
  ownCommentPath,
  REPLY,
  storyPath,
} from '../../planning/paths/page-paths.ts';
import { timeElement } from '../messages/times-view.ts';
import { outcomeOf } from '../kit/form-view.ts';
import { avatar } from '../views/avatar-view.ts';
import { doneNote } from '../views/done-note-view.ts';
import { commentFormView, WRITE } from './comment-form-view.ts';
import { withMentions } from './mentions-view.ts';
import { withReferences } from './references-view.ts';
import type { ShownStory } from './shown-story.ts';
import { withActivity } from './story-activity-view.ts';

/** What has been said about a story, oldest first, and the form to say more. */
export function storyCommentsView(shown: ShownStory): Html {
  const { t, replyTo, done } = shown;
  const posts = withActivity(shown, (thread) => threadView(shown, thread));
  return html`<section id="${COMMENTS}" aria-labelledby="comments-title" tabindex="-1">
    <h2 id="comments-title">${t.text('story.activity')}</h2>
    ${done === 'comment-deleted' && doneNote(t.text('story.commentDeleted'))} ${pagesView(shown)}
    ${
      posts.length > 0 &&
      html`<ul class="plain posts">
        ${posts}
      </ul>`
    }
    ${posts.length === 0 && html`<p class="hint">${t.text('story.noComments')}</p>`}
    ${replyTo === undefined && commentFormView(shown)}
  </section>`;
}

/** The links to older comments, and back to the newest. */
function pagesView({ t, story, comments: { older, isNewest } }: ShownStory): Fragment {
  const path = storyPath(story.id);
  return (
    (older !== undefined || !isNewest) &&
    html`<p class="pages">
      ${older !== undefined && html`<a href="${path}?${BEFORE}=${older}#${COMMENTS}">${t.text('comment.older')}</a>`}
      ${!isNewest && html`<a href="${path}#${COMMENTS}">${t.text('comment.newest')}</a>`}
    </p>`
  );
}

function threadView(shown: ShownStory, thread: Comment): Html {
  const { id, replies } = thread;
  return html`<li class="card" ${anchor(thread)}>
    ${commentView(shown, thread, shown.replyTo === id ? undefined : replyLink(shown, thread))}
    ${
      replies.length > 0 &&
      html`<ul class="plain replies">
        ${replies.map((reply) => html`<li ${anchor(reply)}>${commentView(shown, reply, undefined)}</li>`)}
      </ul>`
    }
    ${shown.replyTo === id && commentFormView(shown)}
  </li>`;
}

const anchor = ({ id }: Comment): Html => html`id="${commentAnchor(id)}" tabindex="-1"`;

const nameIn = ({ t, nameOf }: ShownStory, { authorId, authorName }: Comment): string =>
  authorName ?? nameOf(authorId) ?? t.text('story.someone');

const outcomes = { comment: 'story.commented', 'comment-edited': 'story.commentSaved' } as const;

/** A comment with what can be done with it. */
function commentView(shown: ShownStory, comment: Comment, reply: Fragment): Html {
  const { t, story, done, named } = shown;
  const { id, content, createdAt } = comment;
  const name = nameIn(shown, comment);
  const outcome = named === id ? outcomeOf(t, outcomes, done) : undefined;
  return html`<div class="facts">
      ${avatar(name)}<strong><bdi>${name}</bdi></strong>
      <a class="at" href="${commentPath(story.id, id)}">${timeElement(createdAt, t)}</a>
      ${isEdited(comment) && html`<span>${t.text('comment.edited')}</span>`}
    </div>
    <div class="prose" dir="auto">
      ${withReferences(withMentions(renderCommentForMembers(content), shown), shown.teamCodes)}
    </div>
    ${outcome !== undefined && doneNote(outcome)} ${actsView(shown, comment, reply)}`;
}

/** The version of one that was imported is when it came. */
const isEdited = ({ createdAt, updatedAt, importedAt }: Comment): boolean =>
  updatedAt !== (importedAt ?? createdAt);

function actsView(shown: ShownStory, comment: Comment, reply: Fragment): Fragment {
  const { t, story, mayChange } = shown;
  const edit =
    mayChange(comment) &&
    html`<a href="${ownCommentPath(story.id, comment.id)}">${t.text('comment.edit')}</a>`;
  return (reply || edit) && html`<div class="acts">${reply} ${edit}</div>`;
}

const replyLink = (shown: ShownStory, thread: Comment): Html =>
  html`<a
    href="${storyPath(shown.story.id)}?${REPLY}=${thread.id}#${WRITE}"
    aria-label="${shown.t.text('comment.replyTo', { name: nameIn(shown, thread) })}"
    >${shown.t.text('comment.reply')}</a
  >`;
