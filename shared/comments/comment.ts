import * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { definePatch } from '../api/operation/patch.ts';
import type { Caller } from '../core/caller.ts';
import { text, timestamp, uuid } from '../core/schema.ts';

/** The most replies to one comment. */
export const MAX_REPLIES = 200;

/** The most bytes that the replies to one comment have together, so that a thread fits in an answer. */
export const REPLIES_MAX_BYTES = 4_000_000;

const content = () => text({ max: 10_000, multiline: true });

/** Append new members at the end: their order is part of how comments are stored. */
export const storedCommentSchema = z.object({
  id: uuid(),
  storyId: uuid(),
  parentId: uuid().nullable().meta({ description: 'The comment that this one replies to.' }),
  authorId: uuid(),
  content: content(),
  createdAt: timestamp(),
  updatedAt: timestamp().meta({
    description: 'The version that an update must name as expectedUpdatedAt.',
  }),
});

export type StoredComment = z.output<typeof storedCommentSchema>;

export interface Comment extends StoredComment {
  replies: Comment[];
}

export const commentSchema: z.ZodType<Comment> = z
  .object({
    ...storedCommentSchema.shape,
    get replies(): z.ZodType<Comment[]> {
      return z
        .array(commentSchema)
        .max(MAX_REPLIES)
        .meta({ description: 'Oldest first; those of a reply are always none.' });
    },
  })
  .meta({ id: 'Comment', description: 'What someone said about a story, with the replies to it.' });

export const commentCreateSchema = z
  .strictObject({
    content: content(),
    parentId: uuid()
      .optional()
      .meta({ description: 'The comment to reply to: one of the same story that is no reply itself.' }),
  })
  .meta({ id: 'CommentCreate' });

/** How a comment is updated. */
export const commentPatch = definePatch('CommentUpdate', { fields: { content: content() } });

/** Throws a 403 unless the caller wrote the comment or is an admin. */
export function assertAuthorOrAdmin(caller: Caller, { authorId }: StoredComment): void {
  if (caller.principalId === authorId || caller.role === 'admin') return;
  throw new ApiError('admin_required', 'A comment is for its author and admins to change.', {
    hint: 'Ask its author, or an admin who is in the team.',
  });
}

/** The bytes that a comment takes in an answer, its replies left out. */
export const commentBytes = (comment: StoredComment): number =>
  Buffer.byteLength(JSON.stringify({ ...comment, replies: [] })) + 1;
