import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { storyPath } from '../../planning/page-paths.ts';
import { timeElement } from '../messages/times-view.ts';
import { button, teamForm } from '../portal-team/form-view.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import { commentField } from './comment-field-view.ts';
import type { ShownStory } from './shown-story.ts';

/** What has been said about a story, oldest first, and the form to say more. */
export function storyCommentsView(shown: ShownStory): Html {
  const { t, story, comments, hasEarlier, form } = shown;
  return html`<section aria-labelledby="comments">
    <h2 id="comments">${t.text('story.comments')}</h2>
    ${hasEarlier && html`<p class="hint">${t.text('story.earlier', { shown: comments.length })}</p>`}
    ${comments.length === 0 && html`<p class="hint">${t.text('story.noComments')}</p>`}
    ${
      comments.length > 0 &&
      html`<ul class="plain said">
        ${comments.map((comment) => html`<li class="card" ${anchor(comment)}>${said(shown, comment)}</li>`)}
      </ul>`
    }
    ${teamForm(
      shown,
      `${storyPath(story.id)}/comment`,
      {},
      html`${commentField(t, form['content'])} ${button(t.text('story.send'))}`,
    )}
  </section>`;
}

const anchor = ({ id }: Comment): Html => html`id="comment-${id}" tabindex="-1"`;

function said(shown: ShownStory, { authorId, authorName, content, createdAt, replies }: Comment): Fragment {
  const { t, nameOf } = shown;
  const name = authorName ?? nameOf(authorId) ?? t.text('story.someone');
  return [
    html`<div class="facts">
        ${avatar(name)}<strong><bdi>${name}</bdi></strong> ${timeElement(createdAt, t)}
      </div>
      <div class="prose" dir="auto">${renderComment(content)}</div>`,
    replies.length > 0 &&
      html`<ul class="plain replies">
        ${replies.map((reply) => html`<li ${anchor(reply)}>${said(shown, reply)}</li>`)}
      </ul>`,
  ];
}
