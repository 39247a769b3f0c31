import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { ApiError, conflict, notFound, orNotFound } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { threadOf } from '../items/comment-access.ts';
import { commentOfPerson } from '../items/comment-of-person.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../items/comment-store.ts';
import {
  COMMENTS_MAX,
  feedbackCommentCreateSchema,
  feedbackCommentSchema,
  parentId,
} from '../items/feedback-comment.ts';
import { masked } from './masked.ts';
import { assertNamed } from './assert-named.ts';
import { loadShownItem, shownItemOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const bodySchema = memoize(() =>
  masked(feedbackCommentCreateSchema().extend({ parentId: parentId().optional() }), ['content']),
);

export const addOwnComment = visitorOperation({
  id: 'addOwnComment',
  summary: 'Comment on an idea',
  limit: visitorLimits.comments,
  params: { portalId: uuid(), itemId: uuid() },
  body: bodySchema,
  output: feedbackCommentSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ body: { content, parentId: repliedTo }, ...context }) => {
    const { caller, read, loaded, now, newId, commit } = context;
    const { portal, item, commentedIds } = await shownItemOrThrow({ caller, read }, loaded);
    const thread = await threadOrNone(read, repliedTo, commentedIds);
    await assertNamed(context);
    const written = { id: newId(), itemId: item.id, content, parentId: thread };
    const refused = () => (item.commentCount >= COMMENTS_MAX ? full() : notFound('item'));
    const { comment, changes, actor } = await commentOfPerson(
      read,
      { userId: caller.principalId, portal, comment: written, refused },
      now,
    );
    await commit(changes, comment.id, undefined, { actor });
    return comment;
  },
  replay: async ({ read, resourceId }) =>
    toFeedbackComment(orNotFound(await getFeedbackCommentItem(read, resourceId), 'comment')),
});

const full = () => conflict(`The idea has ${COMMENTS_MAX} comments, the maximum.`);

/** The thread that a reply joins; a reply to what is gone is a comment of its own. */
async function threadOrNone(
  read: Reader,
  repliedTo: string | undefined,
  ids: readonly string[],
): Promise<string | null> {
  try {
    return await threadOf(read, repliedTo, { ids, internal: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_reference') return null;
    throw error;
  }
}
