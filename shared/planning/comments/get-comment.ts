import { notFound } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { commentSchema, type Comment } from './comment.ts';
import { commentStoryOf, findReplies, getCommentItem, showComment, toComment } from './comment-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const COMMENTS_PATH = `${WORKSPACE_PATH}/stories/{storyId}/comments`;
export const COMMENT_PATH = `${COMMENTS_PATH}/{commentId}`;

export const getComment = operation({
  id: 'getComment',
  method: 'GET',
  path: COMMENT_PATH,
  tag: 'Comments',
  summary: 'Get a comment',
  description: 'Returns a comment and its replies. A reply written moments ago may be missing.',
  scopes: ['comments:read', 'stories:read'],
  preview: true,
  params: { storyId: uuid(), commentId: uuid() },
  output: commentSchema,
  load: ({ path: { storyId, commentId }, read }) => ({
    story: getStoryItem(read, storyId),
    comment: getCommentItem(read, commentId),
    replies: findReplies(read, commentId),
  }),
  handle: async ({ path, loaded, caller }) => {
    readableStoryOrThrow(caller, loaded.story);
    return showComment(toComment(commentOfStoryOrThrow(path.storyId, loaded.comment)), loaded.replies);
  },
});

/** Returns the comment if it belongs to the story; otherwise throws a 404. */
export function commentOfStoryOrThrow(storyId: string, item: Item | undefined): Item {
  if (!item || commentStoryOf(item) !== storyId) throw notFound('comment');
  return item;
}

/** Returns a comment by its id alone, for replays; throws a 404 if the caller cannot read its story. */
export async function showCommentOrThrow(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  id: string,
): Promise<Comment> {
  const [item, replies] = await Promise.all([getCommentItem(read, id), findReplies(read, id)]);
  if (!item) throw notFound('comment');
  readableStoryOrThrow(caller, await getStoryItem(read, commentStoryOf(item)));
  return showComment(toComment(item), replies);
}
