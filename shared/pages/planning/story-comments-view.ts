import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderCommentForMembers } from '../../feedback/markdown/markdown.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { BEFORE, commentAnchor, commentPath, REPLY, storyPath } from '../../planning/page-paths.ts';
import { timeElement } from '../messages/times-view.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import { commentFormView, WRITE } from './comment-form-view.ts';
import type { ShownStory } from './shown-story.ts';

const COMMENTS = 'comments';

/** What has been said about a story, oldest first, and the form to say more. */
export function storyCommentsView(shown: ShownStory): Html {
  const { t, comments, replyTo } = shown;
  const { threads } = comments;
  return html`<section id="${COMMENTS}" aria-labelledby="comments-title" tabindex="-1">
    <h2 id="comments-title">${t.text('story.comments')}</h2>
    ${pagesView(shown)} ${threads.length === 0 && html`<p class="hint">${t.text('story.noComments')}</p>`}
    ${
      threads.length > 0 &&
      html`<ul class="plain posts">
        ${threads.map((thread) => threadView(shown, thread))}
      </ul>`
    }
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
    ${commentView(shown, thread)}
    ${
      replies.length > 0 &&
      html`<ul class="plain replies">
        ${replies.map((reply) => html`<li ${anchor(reply)}>${commentView(shown, reply)}</li>`)}
      </ul>`
    }
    ${shown.replyTo === id ? commentFormView(shown) : replyLink(shown, thread)}
  </li>`;
}

const anchor = ({ id }: Comment): Html => html`id="${commentAnchor(id)}" tabindex="-1"`;

const nameIn = ({ t, nameOf }: ShownStory, { authorId, authorName }: Comment): string =>
  authorName ?? nameOf(authorId) ?? t.text('story.someone');

function commentView(shown: ShownStory, comment: Comment): Html {
  const { t, story, done, named } = shown;
  const { id, content, createdAt } = comment;
  const name = nameIn(shown, comment);
  return html`<div class="facts">
      ${avatar(name)}<strong><bdi>${name}</bdi></strong>
      <a class="at" href="${commentPath(story.id, id)}">${timeElement(createdAt, t)}</a>
    </div>
    <div class="prose" dir="auto">${renderCommentForMembers(content)}</div>
    ${done === 'comment' && named === id && html`<p class="thanks" role="status">${t.text('story.commented')}</p>`}`;
}

const replyLink = (shown: ShownStory, thread: Comment): Html =>
  html`<div class="acts">
    <a
      href="${storyPath(shown.story.id)}?${REPLY}=${thread.id}#${WRITE}"
      aria-label="${shown.t.text('comment.replyTo', { name: nameIn(shown, thread) })}"
      >${shown.t.text('comment.reply')}</a
    >
  </div>`;
