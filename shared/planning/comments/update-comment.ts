import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import { assertAuthorOrAdmin, commentPatch, threadIsClosing } from './comment-requests.ts';
import { commentSchema } from './comment.ts';
import {
  showComment,
  findReplies,
  getCommentItem,
  isClosing,
  storedPlaceOf,
  toComment,
  replaceComment,
} from './comment-store.ts';
import { threadTooLong } from './create-comment.ts';
import { COMMENT_PATH, commentOfStoryOrThrow, showCommentOrThrow } from './get-comment.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateComment = operation({
  id: 'updateComment',
  method: 'PATCH',
  path: COMMENT_PATH,
  tag: 'Comments',
  summary: 'Update a comment',
  description:
    "Updates a comment, provided that expectedUpdatedAt is its current updatedAt. Available to its author and to admins who are members of the story's team.",
  scopes: ['comments:write'],
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'version_conflict', 'conflict'],
  params: { storyId: uuid(), commentId: uuid() },
  body: commentPatch.schema,
  output: commentSchema,
  load: ({ path: { storyId, commentId }, read }) => ({
    story: getStoryItem(read, storyId),
    comment: getCommentItem(read, commentId),
    replies: findReplies(read, commentId),
  }),
  handle: async ({ path, body, loaded, caller, now, commit }) => {
    const teamId = storyTeamOf(readableStoryOrThrow(caller, loaded.story));
    const item = commentOfStoryOrThrow(path.storyId, loaded.comment);
    const comment = toComment(item);
    assertAuthorOrAdmin(caller, comment);
    if (comment.updatedAt !== body.expectedUpdatedAt) throw commentPatch.conflict(comment, body);
    const next = nextVersion(comment, commentPatch.apply(comment, body), now);
    const stale = (current: Item | undefined) => {
      if (!current) return notFound('comment');
      const latest = toComment(current);
      // It has only followed its story to another team.
      if (latest.updatedAt === comment.updatedAt) return writeConflict();
      return commentPatch.conflict(latest, body);
    };
    const refused = (root: Item | undefined) => {
      if (!root) return notFound('comment');
      return isClosing(root) ? threadIsClosing() : threadTooLong();
    };
    const storedTeamId = storedPlaceOf(item).teamId;
    const replacement = { previous: comment, storedTeamId, teamId, stale, refused };
    await commit(next === comment ? [] : replaceComment(next, replacement), comment.id);
    return showComment(next, loaded.replies);
  },
  replay: ({ resourceId, ...call }) => showCommentOrThrow(call, resourceId),
});
