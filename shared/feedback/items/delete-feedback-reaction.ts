import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { conflict, orNotFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getFeedbackCommentItem, toFeedbackComment } from './comment-store.ts';
import { findReactions, loadReacted, personOf, REACTIONS_PATH } from './reaction-access.ts';
import { removeReaction } from './reaction-store.ts';

export const deleteFeedbackReaction = operation({
  id: 'deleteFeedbackReaction',
  method: 'DELETE',
  path: `${REACTIONS_PATH}/{reactionId}`,
  tag: 'Feedback portals',
  summary: 'Take back a reaction',
  description: "Deletes the caller's own reaction. Those of others stay.",
  scopes: ['feedback:write'],
  principals: ['user'],
  role: 'member',
  errors: ['conflict'],
  params: { portalId: uuid(), itemId: uuid(), reactionId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => loadReacted(read, path),
  handle: async ({ path: { reactionId }, loaded, caller, read, commit }) => {
    const reactions = await findReactions(caller, read, loaded);
    const {
      feedbackCommentId: commentId,
      kind,
      own,
    } = orNotFound(
      reactions.find(({ id }) => id === reactionId),
      'reaction',
    );
    if (!own) throw conflict('You have not reacted so: the reactions are of others.');
    const [stored, person] = await Promise.all([
      getFeedbackCommentItem(read, commentId),
      personOf(read, caller),
    ]);
    const { itemId } = toFeedbackComment(orNotFound(stored, 'comment'));
    const userId = orNotFound(person, 'member');
    await commit([removeReaction({ itemId, commentId, userId, kind })], reactionId);
    return { id: reactionId, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
