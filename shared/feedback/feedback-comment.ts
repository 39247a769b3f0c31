import * as z from 'zod';
import { name, text, timestamp, uuid } from '../core/schema.ts';
import { authorKind } from './item.ts';
import { hasVisibleCharacter, VISIBLE_ERROR } from '../core/visible.ts';

/** Maximum number of visible comments on an item. */
export const MAX_COMMENTS = 1_000;

/** The longest comment on a feedback item, in characters. */
export const COMMENT_MAX_CHARACTERS = 4_000;

const content = () =>
  text({ max: COMMENT_MAX_CHARACTERS, multiline: true }).refine(hasVisibleCharacter, VISIBLE_ERROR);

/** Append new fields at the end: their order is part of the stored format. */
export const feedbackCommentSchema = z
  .object({
    id: uuid(),
    portalId: uuid(),
    itemId: uuid(),
    authorId: uuid(),
    authorName: name(),
    content: content(),
    hidden: z.boolean().meta({ description: 'Whether a moderator has hidden it from the public.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    authorKind: authorKind(),
  })
  .meta({ id: 'FeedbackComment', description: "A visitor's comment on an item." });

export type FeedbackComment = z.output<typeof feedbackCommentSchema>;

/** What a commenter sends. */
export const feedbackCommentCreateSchema = z.strictObject({ content: content() });
