import * as z from 'zod';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { importedSchema } from '../../planning/comments/comment.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { replayComment, threadOf } from './comment-access.ts';
import { putFeedbackComment, putNote } from './comment-store.ts';
import {
  COMMENTS_MAX,
  feedbackCommentSchema,
  content,
  internal,
  parentId,
  type FeedbackComment,
} from './feedback-comment.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import { getItem, mergedOf } from './item-store.ts';
import { postFacts } from './post-facts.ts';
import { FEEDBACK_COMMENTS_PATH } from './list-feedback-comments.ts';
import type { Item } from '../../kernel/core/database.ts';

const staffCommentCreateSchema = memoize(() =>
  z
    .strictObject({
      content: content(),
      internal: internal().default(false),
      parentId: parentId().optional(),
      imported: importedSchema().optional(),
    })
    .meta({ id: 'CreateFeedbackCommentRequest' }),
);

export const createFeedbackComment = operation({
  id: 'createFeedbackComment',
  method: 'POST',
  path: FEEDBACK_COMMENTS_PATH,
  tag: 'Feedback portals',
  summary: 'Comment on a feedback item',
  description:
    "Adds a comment under the caller's name, marked as by the team, or with internal an internal note. With parentId, it replies to another comment. updateFeedbackItem pins a comment as the official answer. Admins can set imported to record who wrote it elsewhere, and when.",
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  errors: ['conflict', 'invalid_reference', 'insufficient_role'],
  params: { portalId: uuid(), itemId: uuid() },
  body: staffCommentCreateSchema,
  output: feedbackCommentSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ body, loaded, caller, read, now, newId, commit }) => {
    const item = ownItemOrThrow(caller, loaded);
    const [{ facts }, parent] = await Promise.all([
      postFacts({ caller, read, now }, body.imported),
      threadOf(read, body.parentId, { ids: [item.id, ...mergedOf(loaded.item!)], internal: body.internal }),
    ]);
    const comment: FeedbackComment = {
      id: newId(),
      portalId: item.portalId,
      itemId: item.id,
      content: body.content,
      internal: body.internal,
      parentId: parent,
      editedAt: null,
      hidden: false,
      ...facts,
    };
    const changes = comment.internal ? putNote(comment, gone) : putFeedbackComment(comment, refused);
    await commit(changes, comment.id);
    return comment;
  },
  replay: ({ caller, read, resourceId }) => replayComment(caller, read, resourceId),
});

const gone = () => notFound('item');

function refused(item: Item | undefined): Error {
  if (!item) return gone();
  return item['isHidden'] === undefined
    ? conflict(`The item has ${COMMENTS_MAX} comments, the maximum.`, 'Hide or delete some of them.')
    : conflict('The item is hidden.', 'Show it first, or write an internal note.');
}
