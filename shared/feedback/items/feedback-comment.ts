import * as z from 'zod';
import { name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { origin } from '../../kernel/core/origin.ts';
import { importedSchema } from '../../planning/comments/comment.ts';
import { authorKind, hiddenMark } from './item.ts';
import { hasVisibleCharacter, VISIBLE_ERROR } from '../../kernel/core/visible.ts';

/** Maximum number of visible comments on an item. */
export const COMMENTS_MAX = 1_000;

/** The longest comment on a feedback item, in characters. */
export const COMMENT_MAX_CHARACTERS = 4_000;

const content = () =>
  text({ max: COMMENT_MAX_CHARACTERS, multiline: true }).refine(hasVisibleCharacter, VISIBLE_ERROR);

const internal = () =>
  z
    .boolean()
    .meta({ description: 'Whether it is a note that only the workspace sees; the public never does.' });

export const storedFeedbackCommentSchema = memoize(() =>
  z.object({
    id: uuid(),
    portalId: uuid(),
    itemId: uuid(),
    authorId: uuid(),
    authorName: name(),
    content: content(),
    hidden: hiddenMark(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    authorKind: authorKind(),
    internal: internal(),
    importedAt: timestamp().optional().meta({
      description: 'When an admin imported it with its own time or author; left out of others.',
    }),
  }),
);

export const feedbackCommentSchema = memoize(() =>
  z
    .object({ ...storedFeedbackCommentSchema().shape, origin: origin() })
    .meta({ id: 'FeedbackComment', description: 'A comment on an item, or an internal note.' }),
);

export type FeedbackComment = z.output<ReturnType<typeof feedbackCommentSchema>>;

/** The schema of a comment that a visitor sends. */
export const feedbackCommentCreateSchema = memoize(() => z.strictObject({ content: content() }));

/** The schema of a comment that a member of the workspace sends. */
export const staffCommentCreateSchema = memoize(() =>
  z
    .strictObject({
      content: content(),
      internal: internal().default(false),
      imported: importedSchema().optional(),
    })
    .meta({ id: 'CreateFeedbackCommentRequest' }),
);
