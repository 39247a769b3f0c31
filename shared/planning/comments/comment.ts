import * as z from 'zod';
import { origin } from '../../kernel/core/origin.ts';
import { memoize, name, text, timestamp, uuid } from '../../kernel/core/schema.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../../kernel/core/response-limits.ts';

/** Maximum number of replies to a comment. */
export const REPLIES_MAX = 200;

/** Maximum total size of the replies to a comment in bytes, so that a thread fits in one response. */
export const REPLIES_MAX_BYTES = RESPONSE_DATA_MAX_BYTES;

/** Maximum length of a comment in characters. */
export const COMMENT_MAX_CHARACTERS = 10_000;

export const content = () => text({ max: COMMENT_MAX_CHARACTERS, multiline: true });

export const storedCommentSchema = memoize(() =>
  z.object({
    id: uuid(),
    storyId: uuid(),
    parentId: uuid().nullable().meta({ description: 'The comment that this comment replies to.' }),
    authorId: uuid(),
    content: content(),
    createdAt: timestamp(),
    updatedAt: timestamp().meta({
      description: 'The current version, to send as expectedUpdatedAt in an update.',
    }),
    origin: origin(),
    importedAt: timestamp().optional().meta({
      description: 'When an admin imported it; left out of other comments.',
    }),
    authorName: name().optional().meta({
      description: 'Who wrote it in another tool, if not a member; authorId is then who imported it.',
    }),
  }),
);

export type StoredComment = z.output<ReturnType<typeof storedCommentSchema>>;

export interface Comment extends StoredComment {
  replies: Comment[];
}

export const commentSchema: () => z.ZodType<Comment> = memoize(() =>
  z
    .object({
      ...storedCommentSchema().shape,
      get replies(): z.ZodType<Comment[]> {
        return z
          .array(commentSchema())
          .max(REPLIES_MAX)
          .meta({ description: 'Oldest first. Always empty for a reply.' });
      },
    })
    .meta({ id: 'Comment', description: 'A comment on a story, with its replies.' }),
);

/** A comment or reply as lists of several stories return it. */
export const flatCommentSchema = memoize(() =>
  storedCommentSchema().meta({
    id: 'FlatComment',
    description: 'A comment on a story, or a reply to one, without the replies to it.',
  }),
);

export const commentEventSchema = memoize(() =>
  storedCommentSchema().meta({
    id: 'CommentEvent',
    description: 'A comment as shown in events, without its replies.',
  }),
);

/** When and by whom a comment was written in another tool. Admins only. */
export const importedSchema = () =>
  z
    .strictObject({
      createdAt: timestamp().meta({ description: 'Defaults to now.' }),
      authorId: uuid().meta({ description: 'A member or service account of the workspace.' }),
      authorName: name().meta({
        description: 'The name of an author who is no member; the text is then marked as that of a visitor.',
      }),
    })
    .partial()
    .meta({
      id: 'CommentImported',
      description: 'When and by whom it was written in another tool. Admins only. It notifies no one.',
    });

export type ImportedComment = z.output<ReturnType<typeof importedSchema>>;

export const commentCreateSchema = memoize(() =>
  z
    .strictObject({
      content: content(),
      parentId: uuid()
        .optional()
        .meta({ description: 'The comment to reply to: a top-level comment of the same story.' }),
      imported: importedSchema().optional(),
    })
    .meta({ id: 'CreateCommentRequest' }),
);

export type CreateCommentRequest = z.output<ReturnType<typeof commentCreateSchema>>;

/** Size of a comment in a response in bytes, without its replies. */
export const commentBytes = (comment: StoredComment): number =>
  Buffer.byteLength(JSON.stringify({ ...comment, replies: [] })) + 1;
