import * as z from 'zod';
import { notFound, orNotFound, writeConflict } from '../core/errors.ts';
import { operation } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { nextTimestamp } from '../core/clock.ts';
import { uuid } from '../core/schema.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import { getComment, replaceComment, toComment } from './comment-store.ts';
import { feedbackCommentSchema, type FeedbackComment } from './feedback-comment.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import { getItem } from './item-store.ts';
import { COMMENTS_PATH } from './list-feedback-comments.ts';
import type { Item } from '../core/database.ts';

export const updateFeedbackComment = operation({
  id: 'updateFeedbackComment',
  method: 'PATCH',
  path: `${COMMENTS_PATH}/{feedbackCommentId}`,
  tag: 'Feedback portals',
  summary: 'Hide or show a comment on a feedback item',
  description:
    "Hides a visitor's comment from the public or shows it again. Repeating the call has no effect.",
  scopes: ['feedback:write'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  body: z.strictObject({ hidden: z.boolean() }).meta({ id: 'UpdateFeedbackCommentRequest' }),
  output: feedbackCommentSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    comment: getComment(read, path.feedbackCommentId),
  }),
  handle: async ({ body: { hidden }, loaded, caller, now, commit }) => {
    const comment = ownCommentOrThrow(caller, loaded);
    const done = comment.hidden === hidden;
    const next = done ? comment : { ...comment, hidden, updatedAt: nextTimestamp(now, comment.updatedAt) };
    await commit(done ? [] : replaceComment(next, comment, writeConflict), comment.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const comment = orNotFound(await getComment(read, resourceId), 'comment');
    const { portalId, itemId } = toComment(comment);
    const [portal, item] = await Promise.all([getPortalItem(read, portalId), getItem(read, itemId)]);
    return ownCommentOrThrow(caller, { portal, item, comment });
  },
});

function ownCommentOrThrow(
  caller: Caller,
  { comment, ...place }: { portal: Item | undefined; item: Item | undefined; comment: Item | undefined },
): FeedbackComment {
  const { id } = ownItemOrThrow(caller, place);
  const found = comment && toComment(comment);
  if (found?.itemId !== id) throw notFound('comment');
  return found;
}
