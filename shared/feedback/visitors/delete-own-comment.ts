import { deletedSchema } from '../../kernel/api/operation/operation.ts';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { actorOf } from '../items/author.ts';
import { deletePost } from '../items/author-store.ts';
import { itemsCounting, loadComment } from '../items/comment-access.ts';
import { removeFeedbackComment } from '../items/comment-store.ts';
import { writtenCommentOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

export const deleteOwnComment = visitorOperation({
  id: 'deleteOwnComment',
  summary: 'Delete a comment; replies to it stay',
  limit: visitorLimits.edits,
  withdraws: true,
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ caller, read, loaded, commit }) => {
    const { comment } = await writtenCommentOrThrow({ caller, read }, loaded);
    const removed = [
      ...removeFeedbackComment(comment, await itemsCounting(read, comment), writeConflict),
      deletePost(caller.principalId, { kind: 'comment', id: comment.id }),
    ];
    await commit(removed, comment.id, undefined, { actor: actorOf(comment) });
    return { id: comment.id, deleted: true as const };
  },
});
