import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { commentSchema } from './comment.ts';
import { getCommentItem } from './comment-store.ts';
import { COMMENT_PATH, showCommentOrThrow } from './get-comment.ts';

export const restoreComment = operation({
  id: 'restoreComment',
  method: 'POST',
  path: `${COMMENT_PATH}/restore`,
  tag: 'Comments',
  summary: 'Restore a deleted comment',
  description:
    "Restores a comment within 30 days of its deletion, with the replies that were deleted with it. Available to its author and to admins who are members of the story's team. Fails while its story, or the comment that it replies to, is deleted.",
  scopes: ['comments:write'],
  teamRestricted: 'allowed',
  // It can wait for the stream.
  cost: 5,
  errors: ['insufficient_role', 'conflict'],
  params: { storyId: uuid(), commentId: uuid() },
  output: commentSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    comment: getCommentItem(read, path.commentId),
  }),
  handle: async ({ path: { storyId, commentId }, loaded: { story, comment }, ...call }) => {
    if (!story) {
      const { missingStory } = await import('../story/missing-story.ts');
      throw await missingStory(call, storyId);
    }
    readableStoryOrThrow(call.caller, story);
    if (comment) throw notFound('deleted comment');
    const { putCommentBack } = await import('./put-comment-back.ts');
    return await putCommentBack(call, story, commentId);
  },
  replay: async ({ resourceId, ...call }) => {
    await showCommentOrThrow(call, resourceId);
    const { putRepliesBack } = await import('./put-comment-back.ts');
    await putRepliesBack(call, resourceId);
    return await showCommentOrThrow(call, resourceId);
  },
});
