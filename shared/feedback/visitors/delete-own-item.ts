import { deletedSchema } from '../../kernel/api/operation/operation.ts';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { actorOf } from '../items/author.ts';
import { deletePost } from '../items/author-store.ts';
import { removeFeedbackComment } from '../items/comment-store.ts';
import { deleteUntouched } from '../items/item-store.ts';
import { findUntouched, isEditable } from '../items/own-posts.ts';
import { deleteVote } from '../items/vote-store.ts';
import { loadShownItem, writtenItemOrThrow } from './shown-to-visitor.ts';
import { responded } from './update-own-item.ts';
import { visitorLimits } from './visitor-limits.ts';

export const deleteOwnItem = visitorOperation({
  id: 'deleteOwnItem',
  summary: "Delete an idea, as long as it is no one else's concern",
  limit: visitorLimits.edits,
  withdraws: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ caller, read, loaded, commit }) => {
    const { principalId: userId } = caller;
    const { item, ...found } = await writtenItemOrThrow({ caller, read }, loaded);
    if (!isEditable(item)) throw responded();
    const untouched = await findUntouched(read, { stored: item, ...found }, userId);
    if (!untouched) throw conflict('Others have voted for the idea or commented on it, so it stays.');
    const { hasOwnVote, ownComments } = untouched;
    const removed = [
      ...deleteUntouched(item, writeConflict),
      // Deleted or taken back meanwhile, what is counted is someone else's.
      ...ownComments.flatMap((comment) => [
        ...removeFeedbackComment(comment, [], writeConflict),
        deletePost(userId, { kind: 'comment', id: comment.id }),
      ]),
      ...(hasOwnVote ? [deleteVote({ itemId: item.id, userId }, writeConflict)] : []),
      deletePost(userId, { kind: 'item', id: item.id }),
    ];
    await commit(removed, item.id, undefined, { actor: actorOf(item) });
    return { id: item.id, deleted: true as const };
  },
});
