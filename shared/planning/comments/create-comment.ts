import { conflict, invalidReference, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { originOf } from '../../kernel/core/origin.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyTeamOf, storyIsOpen } from '../story/story-store.ts';
import { commentCreateSchema, commentSchema, REPLIES_MAX, type StoredComment } from './comment.ts';
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
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { importedFacts, loadAuthor } from './imported-comment.ts';

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: COMMENTS_PATH,
  tag: 'Comments',
  summary: 'Comment on a story',
  description: `Adds a comment to a story or, with parentId, a reply to a comment. A comment can have up to ${REPLIES_MAX} replies. Admins can set imported to record who wrote it in another tool, and when.`,
  scopes: ['comments:write'],
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'insufficient_role', 'conflict'],
  params: { storyId: uuid() },
  body: commentCreateSchema,
  output: commentSchema,
  tool: {
    name: 'save_comment',
    title: 'Add, edit or delete a comment',
    description:
      'Comments on a story, replies with parentId, edits or deletes with commentId; or triages a feedback item: {"story":"ENG-12","content":"Done.","idempotencyKey":"…"}.',
    annotations: destructive,
    omits: ['imported'],
  },
  load: ({ path, body, read }) => ({
    author: loadAuthor(read, path.workspaceId, body.imported ?? {}),
    story: getStoryItem(read, path.storyId),
    parent: body.parentId === undefined ? Promise.resolve(undefined) : getCommentItem(read, body.parentId),
  }),
  handle: async ({
    path: { storyId },
    body,
    loaded: { story, parent, author },
    caller,
    now,
    newId,
    commit,
  }) => {
    const teamId = storyTeamOf(readableStoryOrThrow(caller, story));
    const { content, parentId = null, imported } = body;
    if (parentId !== null && (!parent || !isRoot(parent) || commentStoryOf(parent) !== storyId))
      throw noRoot();
    const facts = imported ? importedFacts(imported, { caller, author, now }) : factsOf(caller, now);
    const updatedAt = now.toISOString();
    const comment: StoredComment = { id: newId(), storyId, parentId, content, updatedAt, ...facts };
    await commit(
      [
        storyIsOpen(storyId, teamId, (current) => refusedByStory(current, teamId)),
        ...(isReply(comment) ? [countReply(comment, refusedByRoot)] : []),
        putComment(comment, { workspaceId: caller.workspaceId, teamId }),
      ],
      comment.id,
    );
    return { ...comment, replies: [] };
  },
  replay: ({ resourceId, ...call }) => showCommentOrThrow(call, resourceId),
});

const factsOf = (caller: Caller, now: Date) => ({
  authorId: caller.principalId,
  createdAt: now.toISOString(),
  origin: originOf(caller.actor),
});

const noRoot = () =>
  invalidReference([{ path: 'parentId', message: 'is not a comment of this story that accepts replies' }]);

function refusedByStory(story: Item | undefined, teamId: string): Error {
  if (!story) return notFound('story');
  if (storyTeamOf(story) !== teamId) return writeConflict();
  return conflict(
    'The story is being deleted.',
    'To keep the story, update it; it then accepts comments again.',
  );
}

function refusedByRoot(root: Item | undefined): Error {
  if (!root || isClosing(root)) return noRoot();
  return replyCountOf(root) < REPLIES_MAX
    ? threadTooLong()
    : conflict(`The comment already has ${REPLIES_MAX} replies, the maximum.`, 'Start a new comment.');
}

/** The 409 for a reply that would make a thread too large for one response. */
export const threadTooLong = () =>
  conflict('The replies to this comment would exceed 4 MB in total.', 'Start a new comment.');
