import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { assertAuthorOrAdmin } from './comment-requests.ts';
import { deleteReply, getCommentItem, isReply, toComment } from './comment-store.ts';
import { deleteThreadChanges } from './delete-threads.ts';
import { COMMENT_PATH, commentOfStoryOrThrow } from './get-comment.ts';

export const deleteComment = operation({
  id: 'deleteComment',
  method: 'DELETE',
  path: COMMENT_PATH,
  tag: 'Comments',
  summary: 'Delete a comment',
  description:
    "Deletes a comment and its replies; restoreComment brings them back for 30 days. Available to its author and to admins who are members of the story's team.",
  scopes: ['comments:write'],
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'conflict'],
  ifMatch: true,
  params: { storyId: uuid(), commentId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    comment: getCommentItem(read, path.commentId),
  }),
  handle: async (call) => {
    const { path, loaded, caller, commit } = call;
    readableStoryOrThrow(caller, loaded.story);
    const item = commentOfStoryOrThrow(path.storyId, loaded.comment);
    const comment = toComment(item);
    assertAuthorOrAdmin(caller, comment);
    call.assertMatch(comment);
    const changes = isReply(comment)
      ? deleteReply(comment, writeConflict)
      : await deleteThreadChanges(call, item);
    if (!changes) throw writeConflict();
    await commit(changes, comment.id);
    return { id: comment.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
