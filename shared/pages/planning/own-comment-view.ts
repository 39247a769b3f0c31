import { html, type Html } from '../../kernel/html/html.ts';
import { renderCommentForMembers } from '../../feedback/markdown/markdown.ts';
import { COMMENT_MAX_CHARACTERS, type Comment } from '../../planning/comments/comment.ts';
import { commentPath, ownCommentPath, storyPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import { areaField, button, outcomeView, revealed, teamForm, type Problem } from '../kit/form-view.ts';
import type { FormTools } from '../kit/form-tools.ts';

interface OwnComment extends FormTools {
  story: Pick<Story, 'id' | 'reference' | 'title'>;
  comment: Comment;
  /** Whether someone else has changed the comment since the form was shown. */
  isConflict: boolean;
}

/** The form in which a comment is changed or deleted. */
export function ownCommentView(page: OwnComment): Html {
  const { t, story, comment, form, isKept } = page;
  const action = ownCommentPath(story.id, comment.id);
  const problem = fieldProblem(page);
  const unsaved = isKept ? { text: t.text('story.unsaved') } : undefined;
  return html`<div class="narrow">
    <header class="intro">
      <p class="crumbs">
        <a href="${storyPath(story.id)}">${story.reference} <bdi>${story.title}</bdi></a>
      </p>
      <h1>${t.text('story.editComment')}</h1>
      ${outcomeView(undefined, unsaved)}
    </header>
    <div class="card sheet">
      ${teamForm(
        page,
        action,
        { version: comment.updatedAt },
        html`${areaField('comment', t.text('story.yourComment'), {
            name: 'content',
            value: form['content'] ?? comment.content,
            required: true,
            max: COMMENT_MAX_CHARACTERS,
            isFocused: problem === undefined,
            problem,
            hint: t.text('comment.changeHint'),
          })}
          <div class="send">
            ${button(t.text('button.save'))}
            <a href="${commentPath(story.id, comment.id)}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </div>
    <div class="below">${revealed(t.text('comment.delete'), deletionForm(page, action))}</div>
  </div>`;
}

/** What is wrong, at the field; with what someone else has written meanwhile, which saving again replaces. */
function fieldProblem({ t, comment, isConflict, problem }: OwnComment): Problem | undefined {
  if (!isConflict) return problem && { ...problem, field: 'content' };
  const now = html`<div class="prose" dir="auto">${renderCommentForMembers(comment.content)}</div>`;
  return {
    field: 'content',
    text: html`${t.text('comment.conflict')} ${t.markup('story.now', { value: now })}`,
  };
}

function deletionForm(page: OwnComment, action: string): Html {
  const { t, comment } = page;
  return teamForm(
    page,
    `${action}/delete`,
    {},
    html`${comment.replies.length > 0 && html`<p class="hint">${t.text('story.repliesToo')}</p>`}
      <button type="submit" class="danger">${t.text('story.deleteComment')}</button>`,
  );
}
