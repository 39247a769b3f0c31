import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { itemsCounting, loadComment, ownCommentOrThrow } from './comment-access.ts';
import { removeFeedbackComment } from './comment-store.ts';
import { FEEDBACK_COMMENT_PATH } from './update-feedback-comment.ts';

export const deleteFeedbackComment = operation({
  id: 'deleteFeedbackComment',
  method: 'DELETE',
  path: FEEDBACK_COMMENT_PATH,
  tag: 'Feedback portals',
  summary: 'Delete a comment on a feedback item',
  description:
    'Permanently deletes a comment or an internal note. To be able to restore it, hide it instead.',
  scopes: ['feedback:write'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ loaded, caller, read, commit }) => {
    const comment = ownCommentOrThrow(caller, loaded);
    await commit(
      removeFeedbackComment(comment, await itemsCounting(read, comment), writeConflict),
      comment.id,
    );
    return { id: comment.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
