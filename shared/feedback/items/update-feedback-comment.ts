import * as z from 'zod';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { itemsCounting, loadComment, ownCommentOrThrow, replayComment } from './comment-access.ts';
import { replaceFeedbackComment } from './comment-store.ts';
import { feedbackCommentSchema } from './feedback-comment.ts';
import { FEEDBACK_COMMENTS_PATH } from './list-feedback-comments.ts';

export const FEEDBACK_COMMENT_PATH = `${FEEDBACK_COMMENTS_PATH}/{feedbackCommentId}`;

export const updateFeedbackComment = operation({
  id: 'updateFeedbackComment',
  method: 'PATCH',
  path: FEEDBACK_COMMENT_PATH,
  tag: 'Feedback portals',
  summary: 'Hide or show a comment on a feedback item',
  description:
    'Hides a comment from the public or shows it again. Repeating the call has no effect. Internal notes are never public.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  body: () => z.strictObject({ hidden: z.boolean() }).meta({ id: 'UpdateFeedbackCommentRequest' }),
  output: feedbackCommentSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ body: { hidden }, loaded, caller, read, now, commit }) => {
    const comment = ownCommentOrThrow(caller, loaded);
    if (comment.internal) throw conflict('An internal note is not public.', 'Delete it instead.');
    if (comment.hidden === hidden) {
      await commit([], comment.id);
      return comment;
    }
    const next = { ...comment, hidden, updatedAt: nextTimestamp(now, comment.updatedAt) };
    const counting = await itemsCounting(read, comment);
    await commit(replaceFeedbackComment(next, comment, writeConflict, counting), comment.id);
    return next;
  },
  replay: ({ caller, read, resourceId }) => replayComment(caller, read, resourceId),
});
