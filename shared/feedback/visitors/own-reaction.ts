import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { newVoter } from '../items/author.ts';
import { loadComment } from '../items/comment-access.ts';
import { putReaction } from '../items/comment-store.ts';
import { getReactions, isFull, reactionKinds, removeReaction } from '../items/reaction-store.ts';
import { personOf, shownCommentOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const params = { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() };
const body = () => z.strictObject({ kind: z.enum(reactionKinds) });
const reactedSchema = () => z.object({ feedbackCommentId: uuid(), reacted: z.boolean() });

export const addOwnReaction = visitorOperation({
  id: 'addOwnReaction',
  summary: 'React to a comment, once in each kind',
  limit: visitorLimits.reactions,
  params,
  body,
  output: reactedSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ body: { kind }, caller, read, loaded, now, commit }) => {
    const { portal, comment } = await shownCommentOrThrow({ caller, read }, loaded);
    const [stored, voter] = await Promise.all([
      getReactions(read, comment.itemId),
      newVoter(read, { ...personOf(caller), portalId: portal.id }, now),
    ]);
    if (isFull(stored)) throw conflict('The comments on the item have the most reactions.');
    const reaction = { itemId: comment.itemId, commentId: comment.id, userId: caller.principalId, kind };
    await commit([...putReaction(reaction, () => notFound('comment')), ...voter], comment.id);
    return { feedbackCommentId: comment.id, reacted: true };
  },
});

export const withdrawOwnReaction = visitorOperation({
  id: 'withdrawOwnReaction',
  summary: 'Take back a reaction to a comment',
  limit: visitorLimits.reactions,
  withdraws: true,
  params,
  body,
  output: reactedSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ body: { kind }, caller, read, loaded, commit }) => {
    const { comment } = await shownCommentOrThrow({ caller, read }, loaded);
    const reaction = { itemId: comment.itemId, commentId: comment.id, userId: caller.principalId, kind };
    const stored = await getReactions(read, comment.itemId);
    if (stored) await commit([removeReaction(reaction)], comment.id);
    return { feedbackCommentId: comment.id, reacted: false };
  },
});
