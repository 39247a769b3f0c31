import type { Html } from '../../kernel/html/html.ts';
import { COMMENT_MAX_CHARACTERS } from '../../planning/comments/comment.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { areaField } from '../portal-team/form-view.ts';

/** The field for a comment, with what was typed before. */
export const commentField = (t: PageTexts, value: string | undefined): Html =>
  areaField('comment', t.text('story.comment'), {
    name: 'content',
    value,
    hint: t.text('story.commentHint'),
    required: true,
    max: COMMENT_MAX_CHARACTERS,
  });
