import * as z from 'zod';
import { idOfText } from '../../kernel/core/id.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { reactionKinds, reactionsTo, type ReactionKind } from './reaction-store.ts';
import type { Item } from '../../kernel/core/database.ts';

const kind = memoize(() => z.enum(reactionKinds).meta({ id: 'FeedbackReactionKind' }));

export const feedbackReactionSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      feedbackCommentId: uuid(),
      kind: kind(),
      count: z.int().min(0).meta({ description: 'How many people reacted so, visitors included.' }),
      own: z.boolean().meta({ description: 'Whether the caller did.' }),
    })
    .meta({
      id: 'FeedbackReaction',
      description:
        'The reactions of one kind to a comment on a feedback item. The page of the item shows the count.',
    }),
);

export type FeedbackReaction = z.output<ReturnType<typeof feedbackReactionSchema>>;

export const feedbackReactionCreateSchema = memoize(() =>
  z.strictObject({ feedbackCommentId: uuid(), kind: kind() }).meta({ id: 'CreateFeedbackReactionRequest' }),
);

/** The id of the reactions of one kind to a comment. */
export const reactionIdOf = (commentId: string, of: ReactionKind): string =>
  idOfText(`reaction ${commentId} ${of}`);

/** The reactions of a kind to a comment, as a person sees them. */
export function toFeedbackReaction(
  stored: Item | undefined,
  { commentId, kind: of }: { commentId: string; kind: ReactionKind },
  userId: string | undefined,
): FeedbackReaction {
  const people = reactionsTo(stored, commentId)[of];
  return {
    id: reactionIdOf(commentId, of),
    feedbackCommentId: commentId,
    kind: of,
    count: people.size,
    own: userId !== undefined && people.has(userId),
  };
}
