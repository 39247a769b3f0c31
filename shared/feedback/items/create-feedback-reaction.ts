import { operation } from '../../kernel/api/operation/operation.ts';
import { conflict, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownCommentOrThrow } from './comment-access.ts';
import { getFeedbackCommentItem, putReaction } from './comment-store.ts';
import {
  feedbackReactionCreateSchema,
  feedbackReactionSchema,
  reactionIdOf,
  toFeedbackReaction,
} from './feedback-reaction.ts';
import { getItem, itemPortalOf } from './item-store.ts';
import { findReactions, loadReacted, personOf, REACTIONS_PATH } from './reaction-access.ts';
import { getReactions, isFull } from './reaction-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';

export const createFeedbackReaction = operation({
  id: 'createFeedbackReaction',
  method: 'POST',
  path: REACTIONS_PATH,
  tag: 'Feedback portals',
  summary: 'React to a comment on a feedback item',
  description:
    "Adds the caller's own reaction, which pages show as theirs too. A person reacts once in each kind; repeating it has no effect.",
  scopes: ['feedback:write'],
  principals: ['user'],
  role: 'member',
  status: 201,
  errors: ['conflict'],
  params: { portalId: uuid(), itemId: uuid() },
  body: feedbackReactionCreateSchema,
  output: feedbackReactionSchema,
  load: ({ path, body, read }) => ({
    ...loadReacted(read, path),
    comment: getFeedbackCommentItem(read, body.feedbackCommentId),
  }),
  handle: async ({ body: { kind }, loaded, caller, read, commit }) => {
    const { id: commentId, itemId } = ownCommentOrThrow(caller, loaded);
    const [stored, person] = await Promise.all([getReactions(read, itemId), personOf(read, caller)]);
    const userId = orNotFound(person, 'member');
    if (isFull(stored)) throw conflict('The comments on the item have the most reactions.');
    const before = toFeedbackReaction(stored, { commentId, kind }, userId);
    await commit(
      putReaction({ itemId, commentId, userId, kind }, () => notFound('comment')),
      `${itemId} ${reactionIdOf(commentId, kind)}`,
    );
    return { ...before, count: before.own ? before.count : before.count + 1, own: true };
  },
  replay: async ({ caller, read, resourceId }) => {
    const [itemId, id] = resourceId.split(' ') as [string, string];
    const item = orNotFound(await getItem(read, itemId), 'item');
    const portal = await getPortalItem(read, itemPortalOf(item));
    const found = (await findReactions(caller, read, { item, portal })).find((one) => one.id === id);
    return orNotFound(found, 'reaction');
  },
});
