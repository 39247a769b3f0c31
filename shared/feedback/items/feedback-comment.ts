import * as z from 'zod';
import { name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { origin } from '../../kernel/core/origin.ts';
import { authorKind, hiddenMark } from './item.ts';
import { hasVisibleCharacter, VISIBLE_ERROR } from '../../kernel/core/visible.ts';

/** Maximum number of visible comments on an item. */
export const COMMENTS_MAX = 1_000;

/** The longest comment on a feedback item, in characters. */
export const COMMENT_MAX_CHARACTERS = 4_000;

export const content = () =>
  text({ max: COMMENT_MAX_CHARACTERS, multiline: true }).refine(hasVisibleCharacter, VISIBLE_ERROR);

export const internal = () =>
  z.boolean().meta({ description: 'Whether it is a note that only the workspace sees.' });

export const parentId = () =>
  uuid().meta({ description: 'The comment that it replies to. A reply to a reply has the same one.' });

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
    parentId: parentId().nullable(),
    editedAt: timestamp().nullable().meta({ description: 'When its author last changed the text.' }),
    importedAt: timestamp().optional(),
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
