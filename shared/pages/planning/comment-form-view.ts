import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { COMMENT_MAX_CHARACTERS } from '../../planning/comments/comment.ts';
import { commentAnchor, storyPath } from '../../planning/paths/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { doneNote } from '../views/done-note-view.ts';
import { button, teamForm } from '../kit/form-view.ts';
import type { ShownStory } from './shown-story.ts';
import { fieldsOf, type StoryFields } from './story-fields.ts';

interface CommentField {
  t: PageTexts;
  /** What was typed before. */
  value: string | undefined;
  isReply?: boolean;
  /** Whether the reader continues here. */
  isFocused?: boolean;
  /** The id of the element that says why it was refused. */
  problemId?: string | undefined;
  /** Of the people who can be mentioned, whom a script offers. */
  names?: readonly string[];
}

/** The field for a comment. */
export const commentField = ({
  t,
  value,
  isReply = false,
  isFocused = false,
  problemId,
  names = [],
}: CommentField): Html =>
  html`<div class="field">
    <label for="comment">${t.text(isReply ? 'comment.yourReply' : 'story.comment')}</label>
    <textarea
      id="comment"
      name="content"
      required
      maxlength="${COMMENT_MAX_CHARACTERS}"
      aria-describedby="${problemId !== undefined && `${problemId} `}comment-hint"
      ${isFocused && html`autofocus`}
      ${names.length > 0 && html`data-names="${JSON.stringify(names)}" data-people="${t.text('story.people')}"`}
    >
${value}</textarea>
    <p class="hint" id="comment-hint">${t.text('story.commentHint')}</p>
  </div>`;

/**
 * The form for a comment, with which all choices on the page are sent too: a choice does not lose the comment that is being
 * typed.
 */
export const STORY_FORM = 'story-form';

/** The field of that form which says that a draft of the comment is stored. */
export const KEPT = 'kept';

/** The place of the form for a comment or reply on the page of a story. */
export const WRITE = 'write';

/** What the form has of a story, which leaves out the sprint of teams that have none. */
function shownFields({ story, choices }: ShownStory): Partial<StoryFields> {
  const { sprint, ...others } = fieldsOf(story);
  return sprint === '' && choices?.sprints.length === 0 ? others : { sprint, ...others };
}

/** The form for a comment or, in a thread, a reply: with what was typed before, and why it was not saved. */
export function commentFormView(shown: ShownStory): Html {
  const { t, story, choices, replyTo, form, problem, isChange, isDraft } = shown;
  const { content } = form;
  const isRefused = !isChange && content !== undefined && problem !== undefined;
  const fields = {
    version: story.updatedAt,
    ...(replyTo !== undefined && { parentId: replyTo }),
    ...(form[KEPT] !== undefined && { [KEPT]: 'yes' }),
    ...(choices && { [SHOWN_WITH]: JSON.stringify(shownFields(shown)) }),
  };
  const names = shown.people.map(({ name }) => name).filter((name) => name !== '');
  const field = { t, value: content, isReply: replyTo !== undefined, names };
  const isFocused = isRefused || replyTo !== undefined;
  const cancel: Fragment =
    replyTo !== undefined &&
    html`<a href="${storyPath(story.id)}#${commentAnchor(replyTo)}">${t.text('button.cancel')}</a>`;
  return html`<div class="write" id="${WRITE}">
    ${isRefused && html`<div class="notice bad" role="alert" id="problem">${problem.text}</div>`}
    ${isDraft && content !== undefined && doneNote(t.text('story.kept'))}
    ${teamForm(
      shown,
      `${storyPath(story.id)}/comment`,
      fields,
      html`${commentField({ ...field, isFocused, problemId: isRefused ? 'problem' : undefined })}
        <div class="send">
          ${button(t.text(replyTo === undefined ? 'story.send' : 'comment.reply'))} ${cancel}
        </div>`,
      STORY_FORM,
    )}
  </div>`;
}
