import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { actorOf } from '../items/author.ts';
import { loadComment } from '../items/comment-access.ts';
import { replaceFeedbackComment } from '../items/comment-store.ts';
import { feedbackCommentCreateSchema, feedbackCommentSchema } from '../items/feedback-comment.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { masked } from './masked.ts';
import { writtenCommentOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const bodySchema = memoize(() =>
  masked(feedbackCommentCreateSchema().extend({ expectedUpdatedAt: z.string().optional() }), ['content']),
);

/** Without a change of its text, an update is of any version. */
export const updateOwnComment = visitorOperation({
  id: 'updateOwnComment',
  summary: 'Change the text of a comment, as long as the public sees it',
  limit: visitorLimits.edits,
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  body: bodySchema,
  output: feedbackCommentSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async ({ body: { content, expectedUpdatedAt }, caller, read, loaded, now, commit }) => {
    const { comment } = await writtenCommentOrThrow({ caller, read }, loaded);
    if (content === comment.content) return comment;
    if (expectedUpdatedAt !== comment.updatedAt) throw changedMeanwhile(comment);
    const updatedAt = nextTimestamp(now, comment.updatedAt);
    const next = { ...comment, content, editedAt: updatedAt, updatedAt };
    const changes = replaceFeedbackComment(next, comment, writeConflict);
    await commit(changes, comment.id, undefined, { actor: actorOf(comment) });
    return next;
  },
});
