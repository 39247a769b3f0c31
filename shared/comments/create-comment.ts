import { conflict, invalidReference, notFound } from '../core/errors.ts';
import { operation } from '../api/operation/operation.ts';
import { additive } from '../api/operation/tool-declaration.ts';
import { uuid } from '../core/schema.ts';
import { readableStoryOrThrow } from '../stories/get-story.ts';
import { getStoryItem, storyIsOpen, storyTeamOf } from '../stories/story-store.ts';
import { commentCreateSchema, commentSchema, MAX_REPLIES, type StoredComment } from './comment.ts';
import {
  commentStoryOf,
  countReply,
  getCommentItem,
  isClosing,
  isReply,
  isRoot,
  putComment,
  replyCountOf,
} from './comment-store.ts';
import { COMMENTS_PATH, showCommentOrThrow } from './get-comment.ts';
import type { Item } from '../core/database.ts';

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: COMMENTS_PATH,
  tag: 'Comments',
  summary: 'Comment on a story',
  description: `Adds a comment to a story, or with parentId a reply to one of its comments, which takes at most ${MAX_REPLIES}.`,
  scopes: ['comments:write'],
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  params: { storyId: uuid() },
  body: commentCreateSchema,
  output: commentSchema,
  tool: {
    name: 'add_comment',
    title: 'Add a comment',
    description: 'Comments on a story, or with parentId replies to a comment on it.',
    annotations: additive,
  },
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    parent: body.parentId === undefined ? Promise.resolve(undefined) : getCommentItem(read, body.parentId),
  }),
  handle: async ({ path: { storyId }, body, loaded: { story, parent }, caller, now, newId, commit }) => {
    const teamId = storyTeamOf(readableStoryOrThrow(caller, story));
    const { content, parentId = null } = body;
    if (parentId !== null && (!parent || !isRoot(parent) || commentStoryOf(parent) !== storyId))
      throw noRoot();
    const createdAt = now.toISOString();
    const comment: StoredComment = {
      id: newId(),
      storyId,
      parentId,
      authorId: caller.principalId,
      content,
      createdAt,
      updatedAt: createdAt,
    };
    await commit(
      [
        storyIsOpen(storyId, refusedByStory),
        ...(isReply(comment) ? [countReply(comment, refusedByRoot)] : []),
        putComment(comment, { workspaceId: caller.workspaceId, teamId }),
      ],
      comment.id,
    );
    return { ...comment, replies: [] };
  },
  replay: ({ resourceId, ...call }) => showCommentOrThrow(call, resourceId),
});

const noRoot = () =>
  invalidReference([{ path: 'parentId', message: 'is not a comment of this story that takes replies' }]);

const refusedByStory = (story: Item | undefined): Error =>
  story
    ? conflict('The story is being deleted.', 'If it is to stay, update it; then it takes comments again.')
    : notFound('story');

function refusedByRoot(root: Item | undefined): Error {
  if (!root || isClosing(root)) return noRoot();
  return replyCountOf(root) < MAX_REPLIES
    ? threadTooLong()
    : conflict(`The comment has ${MAX_REPLIES} replies, the most.`, 'Start another comment.');
}

/** A 409 for a reply that would make the replies of a thread too long for an answer. */
export const threadTooLong = () =>
  conflict('The replies to the comment would be longer than 4 MB together.', 'Start another comment.');
